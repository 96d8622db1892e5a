import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname } from 'node:path'
import { type OutputChunk, type Plugin, type PluginContext, rolldown } from 'rolldown'
import { digestOfTable } from '../src/work/history/table-digest'
import { workflows } from '../src/workflows/registry'
import { escaped } from './as-ascii'
import { cut, type Module, pathOf } from './cut'
import { yamlAsJson } from './yaml-as-json'

/** The program's entry points; `cut.ts` says what else begins a file. */
const entries: Readonly<Record<string, string>> = {
  spell: 'src/entry/entry.ts',
  library: 'src/entry/library.ts',
  'collab-library': 'src/entry/collab-library.ts',
  'compile-cache': 'src/entry/compile-cache.ts',
}

/** A file of the program. */
export interface BundledFile {
  /** Its modules: paths relative to the repository, with `/`. */
  readonly modules: readonly string[]
  /** What it requires when loaded: other files of the program, and Node's modules. */
  readonly requires: readonly string[]
}

/**
 * Bundles the program as CommonJS, which starts faster than ES modules, in files of which each spell reads as few as
 * possible. A module exists only once, so its state is that of the process.
 *
 * @param out the target folder
 * @returns the contents of each file, by file name
 */
export async function bundle(out: string): Promise<Record<string, BundledFile>> {
  let fileOf: ReadonlyMap<string, string> = new Map()
  const cutting: Plugin = {
    name: 'cut',
    buildEnd() {
      fileOf = cut(modulesOf(this), entries)
    },
  }
  const build = await rolldown({
    input: { ...entries },
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: 'node20.17' },
    // An entry point's file may have exports for others.
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      cutting,
      yamlAsJson,
      tablesAsJson,
      tableDigests,
      noValidator,
      noDescriptions,
      noEditor,
      runtimeJoined,
      exportsWhenAsked,
      parserWhenUsed,
      signed,
    ],
    checks: { eval: false, ineffectiveDynamicImport: false },
  })
  const { output } = await build.write({
    dir: out,
    format: 'cjs',
    // For a `.cjs` file Node looks for no package.json.
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'shared', name: (id) => fileOf.get(id) }],
    },
    dynamicImportInCjs: false,
    minify: true,
    comments: false,
  })
  await build.close()
  const files = output.filter((file): file is OutputChunk => file.type === 'chunk')
  return Object.fromEntries(
    files.map(({ fileName, modules, imports }) => [
      fileName,
      {
        modules: Object.keys(modules).map(pathOf),
        requires: imports
          .map((name) => (name === runtimeFile ? 'spell.cjs' : name))
          .filter((name) => name !== fileName),
      },
    ]),
  )
}

/** Loading one of Node's own modules takes as long as this many bytes, but for the two that all files use. */
const builtinBytes = 50_000
const isSlow = (id: string): boolean => isBuiltin(id) && !['node:fs', 'node:path'].includes(id)

/** The parser of shell lines: what imports it reads most lines without it, so it is loaded when it is first used. */
const isParser = (id: string): boolean => /node_modules[\\/]unbash[\\/]/.test(id)

const parserWhenUsed: Plugin = {
  name: 'parser-when-used',
  generateBundle(_, files) {
    const load = 'require("./unbash.cjs")'
    const chunks = Object.values(files).filter((file): file is OutputChunk => file.type === 'chunk')
    const using = chunks.filter(({ code }) => code.includes(load))
    if (using.length === 0) throw new Error('the bundler requires the parser otherwise than it did')
    for (const chunk of using) chunk.code = chunk.code.replace(load, `new Proxy({},{get:(_,name)=>${load}[name]})`)
  },
}

/** @returns what `cut` needs to know of the modules of a build */
function modulesOf(build: Pick<PluginContext, 'getModuleIds' | 'getModuleInfo'>): ReadonlyMap<string, Module> {
  const modules = new Map<string, Module>()
  for (const id of build.getModuleIds()) {
    const { code, importedIds = [], dynamicallyImportedIds = [] } = build.getModuleInfo(id) ?? {}
    const imports = importedIds.filter((other) => isParser(id) || !isParser(other))
    const lazy = [...dynamicallyImportedIds, ...importedIds.filter((other) => !imports.includes(other))]
    if (code) modules.set(id, { imports, lazy, bytes: code.length + builtinBytes * imports.filter(isSlow).length })
  }
  return modules
}

/** A workflow's table is data, and JSON is read several times faster than code. */
const tablesAsJson: Plugin = {
  name: 'tables-as-json',
  load: {
    filter: { id: /flows[\\/]\w+[\\/]table\.ts$/ },
    async handler(id) {
      const table = (await definitions()).find(({ name }) => name === basename(dirname(id)))
      return sharingLists(table?.rows ?? [])
    },
  },
}

/** Many rows start in the same states, or have the same effects: a list that several rows have is written once. */
function sharingLists(rows: readonly object[]): string {
  const lists = rows.flatMap((row) => Object.values(row).filter(Array.isArray)).map((list) => JSON.stringify(list))
  const shared = [...new Set(lists.filter((list, index) => lists.indexOf(list) !== index))]
  const keys = new Set<string>()
  const short = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => {
        const place = Array.isArray(value) ? shared.indexOf(JSON.stringify(value)) : -1
        if (place >= 0) keys.add(key)
        return [key, place < 0 ? value : place]
      }),
    ),
  )
  const parsed = (json: string) => `JSON.parse(${JSON.stringify(json)})`
  return `
    const lists = ${parsed(`[${shared.join()}]`)}
    export const rows = ${parsed(JSON.stringify(short))}
    for (const row of rows) for (const key of ${JSON.stringify([...keys])}) {
      if (typeof row[key] === 'number') row[key] = lists[row[key]]
    }`
}

/** Fills in the digests of the tables, as computing them takes longer than a step. */
const tableDigests: Plugin = {
  name: 'table-digests',
  transform: {
    filter: { id: /history[\\/]table-digest\.ts$/ },
    async handler(code) {
      const digests = (await definitions()).map((definition) => [definition.name, digestOfTable(definition)])
      const place = /(const tableDigests\b.*= )\{\}/
      if (!place.test(code)) throw new Error('src/work/history/table-digest.ts has no place for the digests')
      return code.replace(place, (_, begin: string) => `${begin}${JSON.stringify(Object.fromEntries(digests))}`)
    },
  },
}

const definitions = () => Promise.all(workflows.map(async ({ load }) => (await load()).open('task').definition))

/** The MCP SDK includes ajv to validate users' answers to a server's questions. Ours asks none. */
const noValidator: Plugin = {
  name: 'no-validator',
  load: {
    filter: { id: /modelcontextprotocol[\\/]server[\\/].*ajvProvider-.*\.mjs$/ },
    handler: () => 'export class AjvJsonSchemaValidator {}; export { AjvJsonSchemaValidator as n }',
  },
}

/** zod can describe a schema as JSON Schema, which the MCP server never asks for. */
const noDescriptions: Plugin = {
  name: 'no-descriptions',
  load: {
    filter: { id: /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ },
    handler: (id) =>
      [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => undefined`)
        .join('\n'),
  },
}

/** inquirer can ask in an editor, whose text it decodes with the tables of many encodings. Ours asks in the terminal. */
const noEditor: Plugin = {
  name: 'no-editor',
  load: {
    filter: { id: /@inquirer[\\/]external-editor[\\/].*index\.js$/ },
    handler: () => 'export const editAsync = undefined',
  },
}

/** The bundler would put its helper functions into a separate file, which every spell would read. */
const runtimeFile = 'rolldown-runtime.cjs'
const runtimeJoined: Plugin = {
  name: 'runtime-joined',
  generateBundle(_, files) {
    const runtime = files[runtimeFile]
    if (runtime?.type !== 'chunk') throw new Error('the bundler names its own functions otherwise than it did')
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      const joined =
        file.name === 'spell'
          ? `exports.runtime=(exports=>{${runtime.code};return exports})({})`
          : 'require("./spell.cjs").runtime'
      file.code = file.code.replace(`require("./${runtimeFile}")`, () => joined)
    }
    delete files[runtimeFile]
  },
}

/**
 * The file that every spell reads has some 300 exports, for the other files. They are made when the first of those is read, and
 * as one object literal, which V8 creates faster than it adds them one by one.
 */
const exportsWhenAsked: Plugin = {
  name: 'exports-when-asked',
  generateBundle(_, files) {
    const chunks = Object.values(files).filter((file): file is OutputChunk => file.type === 'chunk')
    const file = chunks.find(({ fileName }) => fileName === 'spell.cjs')
    const [found] = /(?:\bexports\.[\w$]+=(?:[\w$]+|`[^`$\\]*`),?){50,}/.exec(file?.code ?? '') ?? []
    // What follows a comma would be exported by itself, as what can still change is.
    if (!file || !found || found.endsWith(',')) throw new Error('the bundler exports otherwise than it did')
    const names = found.replaceAll(/exports\.([\w$]+)=/g, '$1:')
    const run = /\bexports\.run=([\w$]+)/.exec(found)?.[1]
    const all = `{runtime:exports.runtime,${names}}`
    file.code = file.code.replace(
      found,
      () => `let all;module.exports={runtime:exports.runtime,run:${run},all:()=>all??=${all}}`,
    )
    for (const chunk of chunks)
      chunk.code = chunk.code.replaceAll(/require\("\.\/spell\.cjs"\)(?!\.runtime)/g, '$&.all()')
  },
}

/**
 * Code in ASCII takes half the memory; the last line is the fingerprint by which the launcher finds the compiled code.
 */
const signed: Plugin = {
  name: 'signed',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      const code = escaped(file.code.trimEnd())
      file.code = `${code}\n//${createHash('sha256').update(code).digest('hex').slice(0, 12)}\n`
    }
  },
}

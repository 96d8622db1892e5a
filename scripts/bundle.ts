import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { type OutputChunk, type Plugin, type PluginContext, rolldown } from 'rolldown'
import { standard, workflows } from '../src/flows/registry'
import { digestOfTable } from '../src/work/history/table-digest'
import { escaped } from './as-ascii'
import { yamlAsJson } from './yaml-as-json'

/** The program's entry points; each `import()` reached from them is one, too, named after its file. */
const entries: Readonly<Record<string, string>> = {
  spell: 'src/entry/entry.ts',
  library: 'src/entry/library.ts',
  'collab-library': 'src/entry/collab-library.ts',
  'compile-cache': 'src/entry/compile-cache.ts',
}

/** The engineer is in the file that every spell runs from. */
const others = workflows.filter(({ name }) => name !== standard)

/**
 * The shared files, each with the entry points that must all need a module for it to belong there. A module goes into
 * the first file of the list that it belongs to; one that a single entry point needs goes into that entry point's file.
 * So every module is in exactly one file; and as a module's users also need its imports, files only require files
 * further up the list. The most frequent entry points come first, and share as little as possible.
 */
const shared: readonly (readonly [file: string, ...starts: string[]])[] = [
  ['spell', 'spell'],
  // Small, and in nearly every file.
  ['spell', 'engineer-turn', 'flow-discovery'],
  ['slug', 'safe-name', 'program'],
  ['spell', 'guard.command', 'statusline.command', 'flow-hope'],
  ['slug', 'flow-hope', 'work'],
  // Small, and needed by files that should not need each other.
  ['spell', 'pass', 'flow-collab', 'flow-hope'],
  ['waves', 'host-hooks', 'flow-collab', 'flow-hope'],
  ['waves', 'flow-collab', 'flow-hope'],
  ['spell', 'answer-host', 'program'],
  ['spell', 'settings-file', 'standings'],
  ['settings-file', 'settings-file', 'own-entry'],
  ['spell', 'proofs-now', 'writing'],
  ['spell', 'guard.command', 'turn'],
  ['turn', 'turn'],
  ['turn', 'engineer-turn'],
  ['writing', 'writing'],
  ['writing', 'write'],
  ['writing', 'pass'],
  ['writing', 'required'],
  ['proofs-now', 'proofs-now'],
  ['tampering', 'tampering', 'program'],
  ['form', 'form'],
  ['refuse-markers', 'refuse-markers'],
  ['spell', 'guard.command', 'statusline.command'],
  ['guard', 'guard.command'],
  ['named', 'named'],
  ['choice', 'choice'],
  ['choice', 'prove.command'],
  ['choice', 'work.command'],
  ['agents', 'in-hook', 'word.command'],
  ['agents', 'detect'],
  ['words', 'word.command'],
  ['statusline', 'statusline.command'],
  ['fenced-lines', 'flow-collab', 'word.command'],
  ['word', 'word.command'],
  ['running-grant', 'running-grant'],
  ['host-text', 'host-text'],
  ['person', 'person'],
  ['agents', 'claude', 'any-agent'],
  ['agents', 'claude', 'codex'],
  ['agents', 'claude', 'gemini'],
  ['agents', 'in-hook'],
  ['commits', 'commits', 'consents'],
  ['yaml', 'runners', 'flow-collab'],
  ['findings', 'flow-discovery', 'flow-hope'],
  ['steps', 'flow-discovery', 'own-entry'],
  ['steps', 'flow-collab', 'flow-discovery'],
  ['valibot', 'flow-hope', 'own-entry'],
  ['diff', 'with-patch', 'program'],
  ['jsonc-parser', 'jsonc-parser'],
  ['simple-command', 'allow', 'flow-hope'],
  ['own', 'own-entry'],
  ['begin-named', 'begin-named', 'own-commands'],
  ['notices', 'notices', 'unproven'],
  ['print-failure', 'print-failure'],
  ['answer-host', 'answer-host'],
  ['answer-host', 'host-hooks'],
  ['reminder', 'reminder'],
  ...others.map(({ name }) => [`flow-${name}`, `flow-${name}`] as const),
  ['comments', 'fetch-review', 'program'],
  ['quote', 'begin-with', 'fetch-review'],
  ['review', 'keep-comment', 'fetch-review'],
  ['review', 'issue-named', 'fetch-review'],
  ['begin-with', 'begin-with', 'issue-named'],
  ['standings', 'standings'],
  ['tree', 'tree', 'prove'],
  ['user-file', 'program', 'allow'],
  ['tree', 'work', 'proofs', 'report'],
  ['commands-at-hand', 'proofs', 'allow'],
  ['commands-at-hand', 'proofs', 'prove'],
  ['commands-at-hand', 'proofs', 'report'],
  ['allow', 'allow', 'prove'],
  ['allow', 'confirm', 'prove'],
  ['prove', 'prove', 'rerun'],
  ['table', 'work', 'proofs'],
  ['table', 'work', 'report'],
  ['table', 'work', 'program'],
  ['shown', 'handover', 'report'],
  ['tree', 'prove', 'program'],
  ['plan-today', 'seen', 'program'],
  ['program', 'program'],
  ['watch-folders', 'server', 'watch'],
  ['report', 'report', 'map'],
  ['report', 'report', 'watch'],
  ['table', 'work', 'watch'],
  ['watch', 'watch', 'terminal-watch'],
  ['collab', 'collab'],
]

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
 * @throws Error for a module that belongs to no file
 */
export async function bundle(out: string): Promise<Record<string, BundledFile>> {
  let fileOf: (id: string) => string = () => ''
  const cut: Plugin = {
    name: 'cut',
    buildEnd() {
      fileOf = filesOf(this)
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
      cut,
      yamlAsJson,
      tablesAsJson,
      tableDigests,
      noEsprima,
      noValidator,
      noDescriptions,
      noEditor,
      runtimeJoined,
      exportsAtOnce,
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
      groups: [{ debugName: 'shared', name: (id) => fileOf(id) }],
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

const pathOf = (id: string): string => relative(resolve(), id).replaceAll(sep, '/')

/** @returns a function that names the file of a module, without its extension */
function filesOf(modules: Pick<PluginContext, 'getModuleIds' | 'getModuleInfo'>): (id: string) => string {
  const starts = new Map(Object.entries(entries).map(([name, path]) => [resolve(path), name]))
  const imports = new Map<string, readonly string[]>()
  for (const id of modules.getModuleIds()) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    imports.set(id, importedIds)
    for (const start of dynamicallyImportedIds) if (!start.startsWith('node:')) starts.set(start, nameOf(start))
  }
  const named = new Set(starts.values())
  const strange = shared.flatMap(([, ...all]) => all).find((name) => !named.has(name))
  if (strange !== undefined) throw new Error(`scripts/bundle.ts names ${strange}, which starts nothing`)
  const needing = new Map<string, Set<string>>()
  for (const [start, name] of starts) {
    const needed = new Set([start])
    for (const id of needed) for (const other of imports.get(id) ?? []) needed.add(other)
    for (const id of needed) needing.set(id, (needing.get(id) ?? new Set()).add(name))
  }
  return (id: string): string => {
    const names = needing.get(id)
    if (!names) throw new Error(`nothing needs ${id}`)
    const [file] = shared.find(([, ...all]) => all.every((name) => names.has(name))) ?? []
    const [only = '', ...others] = names
    if (file === undefined && others.length > 0) {
      throw new Error(`${pathOf(id)} is needed by ${[...names].join(', ')}: scripts/bundle.ts says nothing of that`)
    }
    return file ?? only
  }
}

/**
 * A package is named by its folder, a workflow by its own; otherwise a workflow and its commands would have the same
 * name.
 */
function nameOf(id: string): string {
  const path = pathOf(id)
  const [, flow] = /flows\/(\w+)\/index\.ts$/.exec(path) ?? []
  const [, name] = /^.*node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(path) ?? []
  return (flow && `flow-${flow}`) ?? name ?? basename(path, '.ts')
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

/** Computes the digests of the tables at build time, which takes longer than a step. */
const tableDigests: Plugin = {
  name: 'table-digests',
  load: {
    filter: { id: /flows[\\/]table-digests\.ts$/ },
    async handler() {
      const digests = (await definitions()).map((definition) => [definition.name, digestOfTable(definition)])
      return `export const tableDigests = ${JSON.stringify(Object.fromEntries(digests))}`
    },
  },
}

const definitions = () => Promise.all(workflows.map(async ({ load }) => (await load()).open('task').definition))

/** js-yaml would load esprima from any folder, for JavaScript in YAML. We read none, and load nothing from outside. */
const noEsprima: Plugin = {
  name: 'no-esprima',
  load: {
    filter: { id: /js-yaml[\\/].*[\\/]js[\\/]function\.js$/ },
    handler: (id) => readFileSync(id, 'utf8').replace("_require('esprima')", 'undefined'),
  },
}

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
 * The file that every spell reads has some 150 exports, and V8 creates one object literal faster than it adds them one
 * by one.
 */
const exportsAtOnce: Plugin = {
  name: 'exports-at-once',
  generateBundle(_, files) {
    const file = files['spell.cjs']
    const [found] =
      (file?.type === 'chunk' && /(?:\bexports\.[\w$]+=(?:[\w$]+|`[^`$\\]*`),?){50,}/.exec(file.code)) || []
    if (file?.type !== 'chunk' || !found) throw new Error('the bundler exports otherwise than it did')
    const names = [...found.matchAll(/exports\.([\w$]+)=([\w$]+|`[^`]*`)/g)].map(
      ([, name, value]) => `${name}:${value}`,
    )
    file.code = file.code.replace(found, () => `module.exports={runtime:exports.runtime,${names.join()}}`)
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

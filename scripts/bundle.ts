import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { type OutputChunk, type Plugin, type PluginContext, rolldown } from 'rolldown'
import { digestOfTable } from '../src/store/history/table-digest'
import { workflows } from '../src/workflows/registry'
import { escaped } from './as-ascii'

/** What the program can start from; each `import()` on the way is a start, too, named after the file that it loads. */
const entries: Readonly<Record<string, string>> = {
  spell: 'src/entry/entry.ts',
  library: 'src/entry/library.ts',
  'collab-library': 'src/entry/collab-library.ts',
  'compile-cache': 'src/entry/compile-cache.ts',
}

/**
 * What several starts need: the file for it, and which starts must all need a module for it to belong there. A module goes
 * into the first file of the list that it belongs to, and what one start alone needs into the file of that start. So every
 * module is in one file; and as whatever needs a module needs what that imports, files require one another only up the list.
 * What is called most often comes first, and shares its files with as little as possible.
 */
const shared: readonly (readonly [file: string, ...starts: string[]])[] = [
  ['spell', 'spell'],
  // Small, and needed by files that should not need each other.
  ['spell', 'safe-name', 'program'],
  ['spell', 'workflow-collab', 'workflow-hope'],
  ['spell', 'answer-host', 'program'],
  ['writing', 'writing'],
  ['tampering', 'tampering', 'program'],
  ['guard', 'guard.command'],
  ['commits', 'commits', 'consents'],
  ['yaml', 'runners', 'workflow-collab'],
  ['valibot', 'workflow-discovery', 'workflow-hope'],
  ['diff', 'with-patch', 'program'],
  ['jsonc-parser', 'jsonc-parser'],
  ['print-failure', 'print-failure'],
  ['answer-host', 'answer-host'],
  ['reminder', 'reminder'],
  ['workflow-discovery', 'workflow-discovery'],
  ['workflow-collab', 'workflow-collab'],
  ['workflow-hope', 'workflow-hope'],
  ['comments', 'fetch-review', 'program'],
  ['standings', 'standings', 'allow'],
  ['user-file', 'hope', 'allow'],
  ['program', 'program'],
  ['program', 'discovery', 'hope'],
  ['program', 'discovery', 'collab'],
  ['collab', 'collab'],
]

/** A file of the program. */
export interface BundledFile {
  /** What it was made from: paths relative to the repository, with `/`. */
  readonly modules: readonly string[]
  /** What it requires as it is loaded: other files of the program, and Node's own modules. */
  readonly requires: readonly string[]
}

/**
 * Bundles the program: CommonJS, which starts faster than ES modules, in files of which each spell reads as few as it can. A
 * module exists once, so what it remembers is remembered for the whole process.
 *
 * @param out where the files go
 * @returns what went into which file, by file name
 * @throws Error for a module of which it is not said into which file it goes
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
    // A file that starts something may hold what others need besides.
    preserveEntrySignatures: 'allow-extension',
    plugins: [cut, tablesAsJson, tableDigests, noEsprima, noValidator, runtimeJoined, exportsAtOnce, signed],
    checks: { eval: false, ineffectiveDynamicImport: false },
  })
  const { output } = await build.write({
    dir: out,
    format: 'cjs',
    // Node looks for no package.json around a file that says by its name what it is.
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

/** @returns the name of the file that a module goes into, without its extension */
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

/** A package is named by its folder, a workflow by its own; a workflow and its verbs have one name otherwise. */
function nameOf(id: string): string {
  const path = pathOf(id)
  const [, workflow] = /workflows\/(\w+)\/index\.ts$/.exec(path) ?? []
  const [, name] = /^.*node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(path) ?? []
  return (workflow && `workflow-${workflow}`) ?? name ?? basename(path, '.ts')
}

/** A workflow's table is data, and data is read several times faster as JSON than as code. */
const tablesAsJson: Plugin = {
  name: 'tables-as-json',
  load: {
    filter: { id: /workflows[\\/]\w+[\\/]table\.ts$/ },
    async handler(id) {
      const table = (await definitions()).find(({ name }) => name === basename(dirname(id)))
      return `export const rows = JSON.parse(${JSON.stringify(JSON.stringify(table?.rows))})`
    },
  },
}

/** A line of a history says which table made it; to compute that takes longer than a step. */
const tableDigests: Plugin = {
  name: 'table-digests',
  load: {
    filter: { id: /workflows[\\/]table-digests\.ts$/ },
    async handler() {
      const digests = (await definitions()).map((definition) => [definition.name, digestOfTable(definition)])
      return `export const tableDigests = ${JSON.stringify(Object.fromEntries(digests))}`
    },
  },
}

const definitions = () => Promise.all(workflows.map(async ({ load }) => (await load()).definition))

/** js-yaml looks for esprima wherever it may lie, for JavaScript in YAML. We read none, and nothing from outside. */
const noEsprima: Plugin = {
  name: 'no-esprima',
  load: {
    filter: { id: /js-yaml[\\/].*[\\/]js[\\/]function\.js$/ },
    handler: (id) => readFileSync(id, 'utf8').replace("_require('esprima')", 'undefined'),
  },
}

/** The MCP SDK brings ajv along, to check what people answer to a server's questions. Ours asks none. */
const noValidator: Plugin = {
  name: 'no-validator',
  load: {
    filter: { id: /modelcontextprotocol[\\/]sdk[\\/].*ajv-provider\.js$/ },
    handler: () => 'export class AjvJsonSchemaValidator {}',
  },
}

/** The bundler would put its own few functions into a file of their own, for every spell to read. */
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

/** What every spell reads exports some 150 things, and V8 makes one object faster than one that grows by each of them. */
const exportsAtOnce: Plugin = {
  name: 'exports-at-once',
  generateBundle(_, files) {
    const file = files['spell.cjs']
    const [found] = (file?.type === 'chunk' && /(?:\bexports\.[\w$]+=[\w$]+,?){50,}/.exec(file.code)) || []
    if (file?.type !== 'chunk' || !found) throw new Error('the bundler exports otherwise than it did')
    const names = [...found.matchAll(/exports\.([\w$]+)=([\w$]+)/g)].map(([, name, value]) => `${name}:${value}`)
    file.code = file.code.replace(found, () => `module.exports={runtime:exports.runtime,${names.join()}}`)
  },
}

/** Code in ASCII takes half the memory; the launcher knows by the last line what V8 has compiled before. */
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

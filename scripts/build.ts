import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { packRows } from '../src/engine/packed-rows'
import { digestOfTable } from '../src/store/history/table-digest'
import { workflows } from '../src/workflows/registry'
import { asAscii } from './as-ascii'
import { compileAgents } from './compile-agents'
import { compileCompletion } from './compile-completion'
import { compileDeclarations } from './compile-declarations'
import { compileHooks } from './compile-hooks'
import { compileHopeHooks } from './compile-hope-hooks'
import { compileMcp } from './compile-mcp'
import { compileTexts } from './compile-texts'
import { compileTour } from './compile-tour'
import { notices } from './notices'

/**
 * Bundles the program: one file for what a spell needs, and one for each `import()` on the way, read only where it is
 * reached. Each file is whole in itself, so the fast path reads a single one; CommonJS, which starts faster than ES
 * modules.
 *
 * @param out where the files go
 * @returns what went into which file, by file name
 */
export async function bundle(out: string): Promise<Record<string, Metafile>> {
  const made: Record<string, Metafile> = {}
  const waiting = new Map([
    ['spell', join('src', 'entry', 'entry.ts')],
    ['guard-entry', join('src', 'entry', 'guard-entry.ts')],
    ['library', join('src', 'entry', 'library.ts')],
    ['compile-cache', join('src', 'entry', 'compile-cache.ts')],
  ])
  for (const [name, entry] of waiting) {
    const { metafile } = await build({
      entryPoints: { [name]: entry },
      outdir: out,
      // Node looks for no package.json around a file that says by its name what it is.
      outExtension: { '.js': '.cjs' },
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20.17',
      mainFields: ['module', 'main'],
      supported: { 'dynamic-import': false },
      minify: true,
      legalComments: 'none',
      plugins: [lazyFiles(waiting), tablesAsJson, tableDigests, noEsprima, noValidator],
      metafile: true,
      logLevel: 'warning',
      logOverride: { 'direct-eval': 'silent' },
    })
    made[`${name}.cjs`] = metafile
    sign(join(out, `${name}.cjs`))
  }
  return made
}

/** The launcher knows by this whether what V8 has compiled before was the same file. */
function sign(path: string): void {
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex')
  appendFileSync(path, `//${digest.slice(0, 12)}\n`)
}

/** Leaves every `import()` outside the file at hand and puts it on the list of files to make. */
function lazyFiles(waiting: Map<string, string>): Plugin {
  return {
    name: 'lazy-files',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^[^:]+$/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === 'own') return undefined
        const found = await resolve(path, { kind, resolveDir, pluginData: 'own' })
        const name = isWorkflow.test(found.path) ? `workflow-${basename(path)}` : basename(path)
        waiting.set(name, found.path)
        return { path: `./${name}.cjs`, external: true }
      })
    },
  }
}

/** A workflow and its verbs on the command line have one name. */
const isWorkflow = /workflows[\\/]\w+[\\/]index\.ts$/

/**
 * A workflow's table is data, and data is read several times faster as JSON than as code: so it is written out here, row by
 * row where that is possible.
 */
const tablesAsJson: Plugin = {
  name: 'tables-as-json',
  setup({ onLoad }) {
    onLoad({ filter: /workflows[\\/]\w+[\\/]table\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'cjs', write: false })
      const table = { exports: { rows: [] } }
      new Function('module', outputFiles[0]?.text ?? '')(table)
      const rows = table.exports.rows
      const packed = packRows(rows)
      const parsed = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
      if (!packed) return { contents: `export const rows = ${parsed(rows)}` }
      const unpack = JSON.stringify(resolve('src', 'engine', 'packed-rows'))
      return {
        contents: [
          `import { unpackRows } from ${unpack}`,
          `const starts = ${parsed(packed.starts)}`,
          `export const rows = unpackRows({ rows: ${JSON.stringify(packed.rows)}, starts })`,
        ].join('\n'),
        resolveDir: dirname(path),
      }
    })
  },
}

/** What tells the tables apart is worked out here: hashing one would take longer than all else that a step does. */
const tableDigests: Plugin = {
  name: 'table-digests',
  setup({ onLoad }) {
    onLoad({ filter: /workflows[\\/]table-digests\.ts$/ }, async () => {
      const definitions = await Promise.all(workflows.map(async ({ load }) => (await load()).definition))
      const digests = Object.fromEntries(definitions.map((definition) => [definition.name, digestOfTable(definition)]))
      return { contents: `export const tableDigests = ${JSON.stringify(digests)}` }
    })
  },
}

/** js-yaml looks for esprima wherever it may lie, for JavaScript in YAML. We read none, and nothing from outside. */
const noEsprima: Plugin = {
  name: 'no-esprima',
  setup({ onLoad }) {
    onLoad({ filter: /js-yaml[\\/].*[\\/]js[\\/]function\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("_require('esprima')", 'undefined'),
    }))
  },
}

/** The MCP SDK brings ajv along, to check what people answer to a server's questions. Ours asks none. */
const noValidator: Plugin = {
  name: 'no-validator',
  setup({ onLoad }) {
    onLoad({ filter: /modelcontextprotocol[\\/]sdk[\\/].*ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }))
  },
}

/** Builds all that the program runs from; the package has its declarations beside that. */
export async function buildInto(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const made = await bundle(out)
  for (const workflow of ['engineer', 'discovery', 'collab', 'hope']) {
    writeFileSync(join(out, `${workflow}.texts.json`), asAscii(compileTexts(`templates/${workflow}`)))
  }
  writeFileSync(join(out, 'mcp.texts.json'), asAscii(compileMcp('templates/mcp')))
  writeFileSync(join(out, 'tour.json'), asAscii(compileTour('templates/tour')))
  writeFileSync(join(out, 'completion.json'), asAscii(compileCompletion('templates/completion')))
  writeFileSync(join(out, 'agents.json'), asAscii(compileAgents('templates/agents')))
  writeFileSync(join(out, 'hooks.json'), asAscii(compileHooks('templates/hooks')))
  writeFileSync(join(out, 'hope-hooks.json'), asAscii(compileHopeHooks('templates/hope-hooks')))
  writeFileSync(join(out, 'THIRD-PARTY.md'), notices(Object.values(made).flatMap(({ inputs }) => Object.keys(inputs))))
}

if (require.main?.filename === __filename || process.argv[1] === __filename) {
  // Tests leave the declarations out: a mistake in a type stops the compiler, not four hundred tests.
  const isForTests = process.argv.includes('--without-declarations')
  buildInto('dist')
    .then(() => isForTests || compileDeclarations(join('dist', 'types')))
    .catch((error) => {
      console.error(error)
      process.exitCode = 1
    })
}

import { basename, dirname, relative, resolve, sep } from 'node:path'
import { agentNames, anyAgent } from '../src/install/agents/agents'
import { joinParts, type Part, type Start } from './join-parts'

/** A module of the program. */
export interface Module {
  /** Absolute paths. */
  readonly imports: readonly string[]
  /** What it loads with `import()`. */
  readonly lazy: readonly string[]
  /** What it takes to load: its size in bytes, or as much for what it loads of Node. */
  readonly bytes: number
}

/** The files that are read most often, by what each begins with: a module is in the first one that needs it. */
const hot: Readonly<Record<string, readonly string[]>> = {
  spell: ['src/entry/entry.ts', 'src/workflows/engineer/engineer-turn.ts'],
  guard: ['src/commands/guard.command.ts'],
  writing: ['src/work/writing.ts', 'src/cast/write.ts'],
  'settings-file': ['src/work/settings/settings-file.ts'],
  'proofs-now': ['src/workflow/criteria/proofs-now.ts', 'src/proof/status/statuses.ts'],
  choice: ['src/work/choice.ts'],
  statusline: ['src/commands/statusline.command.ts'],
}

/** Those of them that none of the others is read with: what one shares with another is in `spell`, which all read. */
const alone = ['guard', 'settings-file']

/** A process that a host starts looks whose it is. */
const agents = agentNames.map((name) => `src/install/agents/${name === anyAgent ? 'any-agent' : name}.ts`)

/** What else hosts load often, or people wait for: what each command loads besides. Anything else is rare. */
const frequent: readonly (readonly string[])[] = [
  ['src/guard/commits.ts', 'src/install/agents/detect.ts', 'src/install/in-hook.ts'],
  ['src/install/agents/detect.ts'],
  ['src/commands/word.command.ts', 'src/install/in-hook.ts', ...agents],
  ['src/guard/stop-guard.ts', 'src/commands/turn-end.ts', ...agents],
  ['src/guard/tool-guard.ts'],
  ['src/workflows/hope/host-hooks.ts'],
  ['src/word/with-words.ts'],
  ['src/proof/consent/commands-left.ts'],
  ['src/proof/status/plan-today.ts'],
  ['src/commands/prove.command.ts', 'src/commands/prove/prove.ts'],
  ['src/commands/work.command.ts', 'src/show/board/work.ts'],
  ['src/entry/program.ts'],
  ['src/entry/print-failure.ts'],
  ['node_modules/jsonc-parser/lib/esm/main.js'],
  ['src/work/own/own-entry.ts'],
  ['src/workflows/discovery/index.ts'],
  ['src/workflows/hope/index.ts'],
  ['src/workflows/collab/index.ts'],
]
/** How often each of those is run, where anything else is loaded once. */
const frequency = 100

/**
 * Cuts the program into files. A file begins with an entry point, or with what is loaded with `import()`; `joinParts`
 * decides what else is in one, but for the files that are read most often.
 *
 * @param modules by their absolute paths
 * @param entries the path of each entry point, by the name of its file
 * @returns the name of each module's file, without its extension
 * @throws Error if a path in this file begins nothing
 */
export function cut(
  modules: ReadonlyMap<string, Module>,
  entries: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const begins = [...Object.values(entries).map((path) => resolve(path)), ...lazyIn(modules)]
  const needed = new Map(begins.map((id) => [id, importedFrom(id, modules)]))
  const neededBy = (paths: readonly string[]): ReadonlySet<string> =>
    new Set(
      paths.flatMap((path) => {
        const all = needed.get(resolve(path))
        if (!all) throw new Error(`scripts/cut.ts names ${path}, which begins nothing`)
        return [...all]
      }),
    )
  const starts: readonly Start[] = [
    ...[...needed.values()].map((needs) => ({ needs, frequency: 1 })),
    ...frequent.map((paths) => ({ needs: neededBy(paths), frequency })),
  ]

  const fileOf = new Map(Object.entries(entries).map(([name, path]) => [resolve(path), name]))
  const hotFiles = Object.entries(hot).map(([name, paths]) => ({ name, needs: neededBy(paths) }))
  for (const id of modules.keys()) {
    const names = hotFiles.filter(({ needs }) => needs.has(id)).map(({ name }) => name)
    const [first] = names
    if (first !== undefined)
      fileOf.set(id, names.length > 1 && alone.some((name) => names.includes(name)) ? 'spell' : first)
  }
  const taken = new Set([...Object.keys(hot), ...Object.keys(entries)])
  for (const part of joinParts(modules, starts, fileOf)) {
    const name = nameFor(part, modules, needed).find((each) => !taken.has(each))
    if (name === undefined) throw new Error(`no name is left for the file of ${part.modules.map(pathOf).join(', ')}`)
    taken.add(name)
    for (const id of part.modules) fileOf.set(id, name)
  }
  return fileOf
}

const lazyIn = (modules: ReadonlyMap<string, Module>): string[] =>
  [...modules.values()].flatMap(({ lazy }) => lazy.filter((id) => modules.has(id)))

function importedFrom(start: string, modules: ReadonlyMap<string, Module>): ReadonlySet<string> {
  const all = new Set([start])
  for (const id of all) for (const other of modules.get(id)?.imports ?? []) if (modules.has(other)) all.add(other)
  return all
}

/** @returns names, the best first: after what it begins with, else after its largest module */
function nameFor(
  part: Part,
  modules: ReadonlyMap<string, Module>,
  begins: ReadonlyMap<string, unknown>,
): readonly string[] {
  const sizeOf = (id: string) => modules.get(id)?.bytes ?? 0
  const bySize = [...part.modules].sort((one, other) => sizeOf(other) - sizeOf(one))
  const ids = [...bySize.filter((id) => begins.has(id)), ...bySize]
  return [...ids.map(nameOf), ...ids.map((id) => `${basename(dirname(id))}-${nameOf(id)}`)]
}

/** @returns a module's path relative to the repository, with `/` */
export const pathOf = (id: string): string => relative(resolve(), id).replaceAll(sep, '/')

/** A package is named by its folder, a workflow by its own; otherwise a workflow and its commands would share a name. */
function nameOf(id: string): string {
  const path = pathOf(id)
  const [, flow] = /flows\/(\w+)\/index\.ts$/.exec(path) ?? []
  const [, name] = /^.*node_modules\/(?:@[^/]+\/)?([^/]+)/.exec(path) ?? []
  return (flow && `flow-${flow}`) ?? name ?? basename(path).replace(/(\.command)?\.\w+$/, '')
}

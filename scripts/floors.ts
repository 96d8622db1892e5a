import { posix } from 'node:path'
import { type Source, sourcesIn } from '../__tests__/support/source-files'

/** The rooms of the house: each folder of `src/`, by what its code is about. */
const subjects: Readonly<Record<string, string>> = {
  engine: 'definitions, reduce, the proof of a table; pure',
  text: 'Markdown in, documents as blocks out, what may be printed, failures; pure',
  workflow: 'what workflows have in common, described by data; pure',
  disk: 'every change to a disk, the lock, what is kept outside of the repository',
  workflows: 'engineer, discovery, collab, hope, and those of a repository; pure',
  git: 'what a command asks git; start.ts alone starts it',
  work: 'a piece of work: state, history, undo, archive, which one is meant; settings',
  cli: 'options, help, terminal',
  install: 'what init writes for whom; agents/ is pure',
  proof: 'consent to a command, its run and outcome, what proofs show now',
  review: 'the comments of a request and the answers; door.ts alone starts gh and glab',
  word: 'what the developer has said, and what it lets happen and agrees to',
  cast: 'a cast, and its answer',
  check: 'findings; check has rules and the base, doctor/ rules and repairs',
  guard: 'commits, the tools of an agent, its stop',
  intake: 'what a step begins with: an issue, a plan, comments',
  show: 'report, history, map, board, live page, status line',
  mcp: 'the MCP server',
  commands: 'what is typed: a command is one file, with what it does beside it',
  entry: 'what the package starts from, and what knows all commands',
}

export const rooms: readonly string[] = Object.keys(subjects)

/** @returns the room that a file of `src/` is in; what is outside is data: a published schema, the version */
export const roomOf = (path: string): string => {
  const [top, room = ''] = path.split('/')
  return top === 'src' ? room : 'data'
}

/** @returns the file that an import names, or undefined where it leads out of the repository */
export function targetOf({ path }: Source, specifier: string, paths: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const base = posix.join(posix.dirname(path), specifier)
  return [`${base}.ts`, `${base}/index.ts`].find((file) => paths.has(file)) ?? base
}

/** @returns which rooms the files of each import from, types too */
export function roomImports(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const paths = new Set(sources.map(({ path }) => path))
  const found = new Map(sources.map(({ path }) => [roomOf(path), new Set<string>()]))
  for (const source of sources)
    for (const { from } of source.imports) {
      const [room, target] = [roomOf(source.path), roomOf(targetOf(source, from, paths) ?? '')]
      if (target !== room && target !== 'data') found.get(room)?.add(target)
    }
  return found
}

/**
 * @param imports which rooms each one imports from
 * @returns the floor of each: above all that it imports from. Throws Error if rooms import each other in a circle
 */
export function floorsOf(imports: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const floors = new Map<string, number>()
  const floorOf = (room: string, above: readonly string[]): number => {
    const way = [...above, room]
    if (above.includes(room)) throw new Error(`rooms import each other: ${way.join(' → ')}`)
    const known = floors.get(room)
    if (known !== undefined) return known
    const floor = 1 + Math.max(0, ...[...(imports.get(room) ?? [])].map((each) => floorOf(each, way)))
    floors.set(room, floor)
    return floor
  }
  for (const room of imports.keys()) floorOf(room, [])
  return floors
}

/** @returns the floors of `src/` with their rooms, the highest first: an import leads down */
export function floorsPicture(): string {
  const floors = floorsOf(roomImports(sourcesIn('src', '.')))
  const wide = Math.max(...rooms.map(({ length }) => length))
  const above = rooms.toSorted((one, other) => (floors.get(other) ?? 0) - (floors.get(one) ?? 0))
  const lines = above.map((room, index) => {
    const floor = floors.get(room)
    const isFirst = floor !== floors.get(above[index - 1] ?? '')
    return `${(isFirst ? String(floor) : '').padStart(2)}  ${room.padEnd(wide)}  ${subjects[room]}`
  })
  return ['```text', ...lines, '```'].join('\n')
}

import type { CommittedFile } from '../../git/base'
import { linesInCommon } from '../../store/disk/git-blob'
import { type HistoryLine, parseLine } from '../../store/history/history-line'
import { historyPath } from '../../store/history/paths'
import { workIdOf } from '../../store/history/work-id'
import type { Piece } from './pieces'
import type { LinePlace } from './rules'

/** The commit that the work is compared with, and every history that it has. */
export interface Base {
  /** As it was asked for. */
  readonly name: string
  readonly commit: string
  /** By their paths, relative to the root. */
  readonly histories: ReadonlyMap<string, CommittedFile>
}

/** What is known of a history of the base before that of today is followed. */
export interface BaseHistory {
  /** Where the base has it. */
  readonly path: string
  /** Today's begins with all of it: with so many lines. */
  readonly shared?: number
  /** Otherwise the digest of each of its lines. */
  readonly digests: readonly string[]
}

/** The histories of the base by the pieces of work that go on from them today, and those that none goes on from. */
export interface Matched {
  readonly today: ReadonlyMap<Piece, BaseHistory>
  readonly lost: readonly BaseHistory[]
}

/**
 * Finds each piece of work of the base again: where it was, or by its id where it lies now. Most of them begin with all that
 * the base has; only if one does not, git has to print it.
 *
 * @param root absolute
 * @throws Failure if git, or a file, cannot be read
 */
export async function matchBase(base: Base | undefined, root: string, pieces: readonly Piece[]): Promise<Matched> {
  const today = new Map<Piece, BaseHistory>()
  const lost: BaseHistory[] = []
  const moved: [path: string, file: CommittedFile][] = []
  for (const [path, file] of base?.histories ?? []) {
    const piece = pieces.find(({ workflow, hasHistory }) => hasHistory && historyPath(workflow) === path)
    const shared = piece && linesInCommon(root, path, file)
    if (piece && shared !== undefined) today.set(piece, { path, shared, digests: [] })
    else moved.push([path, file])
  }
  for (const [path, file] of moved) {
    const { digests, first } = await readLines(file)
    const id = first && workIdOf(first)
    const open = pieces.filter((piece) => !today.has(piece))
    // What 0.1.0 left behind when it archived work is nothing to lose, and nothing to go on from.
    const isLeftBehind = digests.length <= 1 && first?.trigger === 'New' && first.layout === undefined
    const piece =
      open.find((one) => id !== undefined && one.id === id) ??
      (isLeftBehind ? undefined : open.find(({ workflow, hasHistory }) => hasHistory && historyPath(workflow) === path))
    if (piece) today.set(piece, { path, digests })
    else if (!isLeftBehind) lost.push({ path, digests })
  }
  return { today, lost }
}

/** Where the base was met again in a history of today; of one that begins with all of it nothing is counted. */
export interface Met {
  /** How many lines the base has that carry a digest. */
  readonly lines: number
  /** Of those, how many are here, from the first on. */
  readonly same: number
  /** The last of them. */
  readonly last?: LinePlace
  /** Whether today's history follows the base's last line. */
  readonly follows: boolean
  /** What the base has already: every line up to this one. */
  readonly index: number
  /** The digest of the base's last line. */
  readonly tip?: string
}

/**
 * Looks for the base's history among the lines of today. As each line carries the digest of the one before, its last line
 * stands for all of it.
 *
 * @returns `take` for each line from the oldest on; then `end` tells what was met
 */
export function baseRule({ shared = 0, digests }: Pick<BaseHistory, 'shared' | 'digests'>) {
  const known = new Set(digests)
  const lines = digests.length
  const tip = digests.at(-1)
  let same = 0
  let last: LinePlace | undefined
  let follows = tip === undefined
  let index = -1
  return {
    take({ digest, previous }: HistoryLine, place: LinePlace): void {
      if (place.line <= shared) {
        if (digest !== undefined) index = place.index
        return
      }
      if (tip !== undefined && [digest, previous].includes(tip)) follows = true
      if (digest === undefined) return
      if (known.has(digest)) index = place.index
      if (digest === digests[same]) {
        same += 1
        last = place
      }
    },
    end: (): Met => ({ lines, same, follows, index, ...(last && { last }), ...(tip && { tip }) }),
  }
}

/** How a whole line ends, its line end too. */
const ending = /"digest":"([0-9a-f]{64})"\}\r?\n$/
/** In bytes. */
const endingLength = '"digest":""}\r\n'.length + 64
/** A first line that is longer is none of ours. */
const maxFirstBytes = 1024 * 1024

/** The digest of every whole line, and the first of them. */
async function readLines(history: CommittedFile): Promise<{ digests: string[]; first: HistoryLine | undefined }> {
  const digests: string[] = []
  let begun = Buffer.alloc(0)
  let start = Buffer.alloc(0)
  await history.read((piece) => {
    if (!start.includes(10) && start.length < maxFirstBytes) start = Buffer.concat([start, piece])
    const bytes = Buffer.concat([begun, piece])
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) {
      const [, digest] = ending.exec(bytes.toString('latin1', Math.max(end + 1 - endingLength, 0), end + 1)) ?? []
      if (digest) digests.push(digest)
    }
    // Of a line that goes on only what may belong to its digest.
    begun = Buffer.from(bytes.subarray(Math.max(bytes.lastIndexOf(10) + 1, bytes.length - endingLength)))
  })
  const first = start.subarray(0, start.indexOf(10)).toString()
  return { digests, first: start.includes(10) ? parseLine(first) : undefined }
}

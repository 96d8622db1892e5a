import type { CommittedFile } from '../../git/base'
import { linesInCommon } from '../../store/disk/git-blob'
import type { HistoryLine } from '../../store/history/history-line'
import type { LinePlace } from './rules'

/** The commit that the work is compared with, and the history that it has. */
export interface Base {
  /** As it was asked for. */
  readonly name: string
  readonly commit: string
  /** Absent if it has none. */
  readonly history?: CommittedFile
}

/** What is known of the base's history before today's are followed. */
export interface BaseHistory {
  /** One of today's begins with all of it: with so many lines. */
  readonly shared?: { readonly path: string; readonly lines: number }
  /** Otherwise the digest of each of its lines. */
  readonly digests: readonly string[]
}

/**
 * Looks whether one of today's histories begins with all of the base's, as it does unless something was rewritten. Only
 * if none does, git has to print it.
 *
 * @param root absolute
 * @param paths of today's histories, the oldest first
 * @throws Failure if git, or a file, cannot be read
 */
export async function readBase(base: Base | undefined, root: string, paths: readonly string[]): Promise<BaseHistory> {
  if (!base?.history) return { digests: [] }
  for (const path of paths.toReversed()) {
    const lines = linesInCommon(root, path, base.history)
    if (lines !== undefined) return { shared: { path, lines }, digests: [] }
  }
  return { digests: await digestsIn(base.history) }
}

/** Where the base was met again in today's histories. */
export interface Met {
  /** How many lines the base has that carry a digest. */
  readonly lines: number
  /** Of those, how many are here, from the first on. */
  readonly same: number
  /** The last of them. */
  readonly last?: LinePlace
  /** Whether today's history follows the base's last line, or names it as one that could not be kept. */
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
export function baseRule({ shared, digests }: BaseHistory) {
  const known = new Set(digests)
  let lines = digests.length
  let tip = digests.at(-1)
  let same = 0
  let last: LinePlace | undefined
  let follows = tip === undefined
  let index = -1
  return {
    take({ trigger, digest, previous, other }: HistoryLine, place: LinePlace): void {
      if (shared?.path === place.where && place.line <= shared.lines) {
        if (digest === undefined) return
        tip = digest
        index = place.index
        last = place
        same += 1
        lines += 1
        return
      }
      if (tip !== undefined && [digest, previous, trigger === 'Doctor' ? other : undefined].includes(tip))
        follows = true
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

/** Of every whole line. */
async function digestsIn(history: CommittedFile): Promise<string[]> {
  const digests: string[] = []
  let begun = Buffer.alloc(0)
  await history.read((piece) => {
    const bytes = Buffer.concat([begun, piece])
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) {
      const [, digest] = ending.exec(bytes.toString('latin1', Math.max(end + 1 - endingLength, 0), end + 1)) ?? []
      if (digest) digests.push(digest)
    }
    // Of a line that goes on only what may belong to its digest.
    begun = Buffer.from(bytes.subarray(Math.max(bytes.lastIndexOf(10) + 1, bytes.length - endingLength)))
  })
  return digests
}

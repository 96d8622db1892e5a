import type { HistoryLine } from '../../store/history/history-line'
import type { LinePlace } from './rules'

/** The commit that the work is compared with, and the history that it has. */
export interface Base {
  /** As it was asked for. */
  readonly name: string
  readonly commit: string
  /** The text of its history; absent where it has none. */
  readonly history?: string
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
export function baseRule(base: Base | undefined) {
  const digests = digestsIn(base?.history ?? '')
  const known = new Set(digests)
  const tip = digests.at(-1)
  let same = 0
  let last: LinePlace | undefined
  let follows = tip === undefined
  let index = -1
  return {
    take({ trigger, digest, previous, other }: HistoryLine, place: LinePlace): void {
      if (tip !== undefined && [digest, previous, trigger === 'Doctor' ? other : undefined].includes(tip))
        follows = true
      if (digest === undefined) return
      if (known.has(digest)) index = place.index
      if (digest === digests[same]) {
        same += 1
        last = place
      }
    },
    end: (): Met => ({ lines: digests.length, same, follows, index, ...(last && { last }), ...(tip && { tip }) }),
  }
}

/** Of every whole line. */
const digestsIn = (history: string): string[] =>
  [...history.matchAll(/"digest":"([0-9a-f]{64})"\}\r?\n/g)].map(([, digest = '']) => digest)

import { digestOf } from '../../disk/digest'
import { type HistoryLine, printLine } from './history-line'

/** Keys that an entry gets by its place in the chain. */
type ChainKeys = 'number' | 'previous' | 'digest'

/**
 * Chains an entry to the previous one.
 *
 * @returns the entry with its number, the digest of the previous one, and its own digest over all other keys
 */
export function chainedEntry(line: Omit<HistoryLine, ChainKeys>, before: HistoryLine | undefined): HistoryLine {
  const chained = { ...line, number: (before?.number ?? 0) + 1, ...(before?.digest && { previous: before.digest }) }
  return withDigest(chained)
}

/** @returns a changed entry with the same place in the chain */
export const rechained = ({ digest: _, number, previous, ...said }: HistoryLine): HistoryLine =>
  withDigest({ ...said, ...(number !== undefined && { number }), ...(previous && { previous }) })

const withDigest = (chained: Omit<HistoryLine, 'digest'>): HistoryLine => ({
  ...chained,
  digest: digestOf(printLine(chained)),
})

/** @returns whether an entry is unchanged since it was written */
export const isIntact = ({ digest, ...said }: HistoryLine): boolean => digest === digestOf(printLine(said))

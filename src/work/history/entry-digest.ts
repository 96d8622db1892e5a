import { digestOf, digestOfLong } from '../../disk/digest'
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

/** The end of an entry: `,"digest":"…"}`. */
export const digestEndLength = ',"digest":""}'.length + 64

/** @returns whether an entry ends with the digest of its other text */
export function endsWithDigest(text: string): boolean {
  const end = text.slice(-digestEndLength)
  // The digest is compared with what stands in its place: what is none equals none.
  return end === `,"digest":"${digestOfLine(text.slice(0, -digestEndLength))}"}`
}

/** @param line a JSON object without its last key, `digest`, and without the brace at its end */
export const digestOfLine = (line: string): string => digestOfLong(`${line}}`)

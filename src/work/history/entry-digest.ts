import { hash } from 'node:crypto'
import { digestOf } from '../../disk/digest'
import { type HistoryLine, printLine } from './history-line'

/** Keys that sealing adds to an entry. */
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

/** @returns whether an entry is unchanged since it was sealed */
export const isIntact = ({ digest, ...said }: HistoryLine): boolean => digest === digestOf(printLine(said))

/** The end of a sealed entry: `,"digest":"…"}`. */
export const digestEndLength = ',"digest":""}'.length + 64

/** @returns whether an entry ends with the digest of its other text */
export function endsWithDigest(text: string): boolean {
  const end = text.slice(-digestEndLength)
  // The digest is compared with what stands in its place: what is none equals none.
  return end === `,"digest":"${digestOfLine(text.slice(0, -digestEndLength))}"}`
}

/** @param line a JSON object without its last key, `digest`, and without the brace at its end */
export const digestOfLine = (line: string): string => hash('sha256', `${line}}`)

import { digestOf } from '../disk/digest'
import { type HistoryLine, printLine } from './history-line'

/** Keys that sealing gives a line. */
type Seal = 'number' | 'previous' | 'digest'

/**
 * Chains a line to the one before it.
 *
 * @param line what it says
 * @param before the line before, absent for the first of all
 * @returns the line with its number, the digest of the one before, and its own, which is made of all the rest
 */
export async function seal(line: Omit<HistoryLine, Seal>, before: HistoryLine | undefined): Promise<HistoryLine> {
  const chained = {
    ...line,
    number: (before?.number ?? 0) + 1,
    ...(before?.digest && { previous: before.digest }),
  }
  return withDigest(chained)
}

/** @returns a line that says something else, in the place of the history that it had */
export const resealed = ({ digest: _, number, previous, ...said }: HistoryLine): Promise<HistoryLine> =>
  withDigest({ ...said, ...(number !== undefined && { number }), ...(previous && { previous }) })

const withDigest = async (chained: Omit<HistoryLine, 'digest'>): Promise<HistoryLine> => ({
  ...chained,
  digest: await digestOf(printLine(chained)),
})

/** @returns whether a line still says what it said when it was sealed */
export async function isIntact({ digest, ...said }: HistoryLine): Promise<boolean> {
  return digest === (await digestOf(printLine(said)))
}

import { estimate, type Figure, median } from './figures'

/** What two things took that were measured one right after the other, in the same unit. */
export interface Pair {
  readonly ours: number
  readonly other: number
}

type Measure = () => number | Promise<number>

/** The first pairs fill caches: those of the file system, and that of compiled code. */
const warming = 3

/** Measures both many times, the first now before and now after the other: what else the machine does falls on both. */
export async function inPairs(count: number, ours: Measure, other: Measure): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let pair = -warming; pair < count; pair++) {
    const before = pair % 2 === 0 ? await other() : undefined
    const taken = { ours: await ours(), other: before ?? (await other()) }
    if (pair >= 0) pairs.push(taken)
  }
  return pairs
}

/** How many times as much ours takes, the median of the pairs. */
export const ratioOf = (pairs: readonly Pair[]): Figure =>
  estimate([pairs], (drawn = []) => median(drawn.map(({ ours, other }) => ours / other)))

/** How much more ours takes, the median of the pairs. */
export const differenceOf = (pairs: readonly Pair[] = []): number =>
  median(pairs.map(({ ours, other }) => ours - other))

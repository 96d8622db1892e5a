import { estimate, type Figure, median } from './figures'

/** Two values measured one right after the other, in the same unit. */
export interface Pair {
  readonly ours: number
  readonly other: number
}

type Measure = () => number | Promise<number>

/** The first pairs fill caches: of the file system, and of compiled code. */
const warming = 3

/** Measures both many times in alternating order, so that other load affects both. */
export async function inPairs(count: number, ours: Measure, other: Measure): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let pair = -warming; pair < count; pair++) {
    const before = pair % 2 === 0 ? await other() : undefined
    const taken = { ours: await ours(), other: before ?? (await other()) }
    if (pair >= 0) pairs.push(taken)
  }
  return pairs
}

/** The median of the pairs' ratios. */
export const ratioOf = (pairs: readonly Pair[]): Figure =>
  estimate([pairs], (drawn = []) => median(drawn.map(({ ours, other }) => ours / other)))

/** The median of the pairs' differences. */
export const differenceOf = (pairs: readonly Pair[] = []): number =>
  median(pairs.map(({ ours, other }) => ours - other))

import fc from 'fast-check'
import { isNightly, isProving } from './proving'
import { type Random, randomFrom } from './random'

/** Of the commit. */
const { seed = 0 } = globalThis as { seed?: number }

/** How many random cases are tried. */
export interface Budget {
  /** How long the proofs try more than the least number of cases. */
  readonly seconds: number
  /** So many on a slow machine, too; `npm test` tries no more. */
  readonly atLeast: number
  /** So many at night, however long that takes. */
  readonly all: number
}

/** @returns the numbers of a case, which come of the commit and of its own number, not of what was tried before */
const randomOf = (number: number): Random => randomFrom(randomFrom(seed + number).below(2 ** 32))

/** @returns the items in an order that another commit has otherwise; together with `all` at night nothing is left out */
export function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const random = randomOf(-1)
  return items
    .map((item) => ({ item, at: random.below(2 ** 32) }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/**
 * Tries random cases within a budget. They are numbered from 0, and the error of one says how to try it alone.
 * @returns how many were tried; what a test expects must not depend on it
 */
export async function withinBudget(
  { seconds, atLeast, all }: Budget,
  attempt: (random: Random, number: number) => unknown,
): Promise<number> {
  const only = process.env.SPELL_TEST_CASE
  if (only !== undefined) {
    await attempt(randomOf(Number(only)), Number(only))
    return 1
  }
  const end = performance.now() + seconds * 1000
  let number = 0
  const isTime = () => isNightly || (isProving && performance.now() < end)
  for (; number < atLeast || (number < all && isTime()); number++) {
    try {
      await attempt(randomOf(number), number)
    } catch (error) {
      throw new Error(`SPELL_TEST_SEED=${seed} SPELL_TEST_CASE=${number} tries this case alone`, { cause: error })
    }
  }
  return number
}

/** Tries a property within a budget, in cases of so many runs. */
export const holdsWithinBudget = <Given>(
  budget: Budget & { readonly runs: number },
  property: fc.IRawProperty<Given>,
) =>
  withinBudget(budget, (random) =>
    fc.assert(property as fc.IAsyncProperty<Given>, { numRuns: budget.runs, seed: random.below(2 ** 31) }),
  )

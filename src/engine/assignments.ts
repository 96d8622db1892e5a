import type { Definition, Facts } from './definition'

/** So that a proof ends: the most combinations of a built-in workflow, and of one word in one state of an own one. */
export const mostTried = 50_000

/** What a function answers where some facts hold. */
interface Trial<Answer> {
  /** Those that it read, and of each other fact the first value, which makes no difference. */
  readonly facts: Facts
  /** The facts that it read, in that order. */
  readonly read: readonly string[]
  readonly answer: Answer
}

/**
 * Calls a function for every combination of the facts that it reads: takes the first value of each fact that it asks
 * for, and then the next of the last one that has another.
 *
 * @param look reads facts, and nothing else
 */
export function* trials<Answer>(
  domain: Definition['domain'],
  look: (facts: Facts) => Answer,
): Generator<Trial<Answer>, void> {
  const first = firstOf(domain)
  // What is left to try of each fact that was read, in that order.
  const left: Facts[string][][] = []
  do {
    const facts = { ...first }
    const read = new Set<string>()
    const get = (_: Facts, fact: string) => {
      if (Object.hasOwn(first, fact) && !read.has(fact)) {
        if (left.length === read.size) left.push([...(domain[fact] ?? [])])
        facts[fact] = left[read.size]?.[0] as Facts[string]
        read.add(fact)
      }
      return facts[fact]
    }
    const answer = look(new Proxy<Facts>(facts, { get }))
    yield { facts, read: [...read], answer }
    while (left.at(-1)?.length === 1) left.pop()
    left.at(-1)?.shift()
  } while (left.length > 0)
}

/** @returns the first value of each fact, as its own: none is taken for something else of an object (`__proto__`) */
export const firstOf = (domain: Definition['domain']): Record<string, Facts[string]> =>
  Object.fromEntries(Object.entries(domain).flatMap(([fact, [value]]) => (value === undefined ? [] : [[fact, value]])))

/** @returns undefined if the function throws: mistakes in a table are reported by other checks */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

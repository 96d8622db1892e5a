import type { Definition, Facts } from './definition'

/** Every combination of the values in a domain. */
export function combinations(domain: Definition['domain']): Facts[] {
  const facts = Object.entries(domain)
  const all: Facts[] = []
  // Each fact is there from the start, so that none is taken for something else of an object, such as `__proto__`.
  const world = firstOf(domain)
  const choose = (index: number): void => {
    const [fact, values] = facts[index] ?? []
    if (fact === undefined) all.push({ ...world })
    for (const value of values ?? []) {
      world[fact as string] = value
      choose(index + 1)
    }
  }
  choose(0)
  return all
}

/** The first value of each fact. */
const firstOf = (domain: Definition['domain']): Record<string, Facts[string]> =>
  Object.fromEntries(Object.entries(domain).flatMap(([fact, [value]]) => (value === undefined ? [] : [[fact, value]])))

/**
 * Every combination of the facts that a function reads, with the first value for all others, which make no difference.
 *
 * @param look reads facts; an error that it throws is ignored
 * @returns the combinations, and how many of all combinations each one stands for
 */
export function assignmentsOfReadFacts(
  domain: Definition['domain'],
  look: (facts: Facts) => void,
): { readonly worlds: readonly Facts[]; readonly each: bigint } {
  const first = firstOf(domain)
  const read = new Set<string>()
  const reader = (facts: Facts) =>
    new Proxy(facts, { get: (target, fact) => read.add(String(fact)) && target[String(fact)] })
  for (;;) {
    const known = read.size
    const part = Object.fromEntries(Object.entries(domain).filter(([fact]) => read.has(fact)))
    const worlds = combinations(part).map((facts) => ({ ...first, ...facts }))
    const rest = Object.entries(domain).filter(([fact]) => !read.has(fact))
    // A value can decide which fact is read next: repeat until no new fact is read.
    if (rest.length > 0) for (const facts of worlds) attempt(() => look(reader(facts)))
    if (read.size === known || rest.length === 0) {
      return { worlds, each: product(rest.map(([, values]) => values.length)) }
    }
  }
}

/** The product can exceed the safe integers. */
export const product = (sizes: readonly number[]): bigint => sizes.reduce((whole, size) => whole * BigInt(size), 1n)

/** @returns undefined if the function throws: mistakes in a table are reported by other checks */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

import type { Definition, Facts } from './definition'

/** Every combination of the values in a domain. */
export function combinations(domain: Definition['domain']): Facts[] {
  return Object.entries(domain).reduce<Facts[]>(
    (assignments, [fact, values]) =>
      assignments.flatMap((world) => values.map((value) => ({ ...world, [fact]: value }))),
    [{}],
  )
}

/**
 * Every combination of those facts that something reads, each with the first value of all others: what is never read makes
 * no difference.
 *
 * @param domain every value that a fact can take
 * @param look reads facts; what it throws does not matter
 * @returns the combinations, and how many of all combinations each one stands for
 */
export function assignmentsOfReadFacts(
  domain: Definition['domain'],
  look: (facts: Facts) => void,
): { readonly worlds: readonly Facts[]; readonly each: bigint } {
  const first = Object.fromEntries(
    Object.entries(domain).flatMap(([fact, [value]]) => (value === undefined ? [] : [[fact, value]])),
  )
  const read = new Set<string>()
  const reader = (facts: Facts) =>
    new Proxy(facts, { get: (target, fact) => read.add(String(fact)) && target[String(fact)] })
  for (;;) {
    const known = read.size
    const part = Object.fromEntries(Object.entries(domain).filter(([fact]) => read.has(fact)))
    const worlds = combinations(part).map((facts) => ({ ...first, ...facts }))
    const rest = Object.entries(domain).filter(([fact]) => !read.has(fact))
    // What is read depends on what was read before: it is looked again until nothing new is asked for.
    if (rest.length > 0) for (const facts of worlds) attempt(() => look(reader(facts)))
    if (read.size === known || rest.length === 0) {
      return { worlds, each: product(rest.map(([, values]) => values.length)) }
    }
  }
}

/** Facts multiply beyond what a number can tell apart. */
export const product = (sizes: readonly number[]): bigint => sizes.reduce((whole, size) => whole * BigInt(size), 1n)

/** @returns undefined for whatever it throws: of a broken table it is told otherwise */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

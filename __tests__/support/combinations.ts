import type { Definition, Facts } from '../../src/engine/definition'

/** Every combination of the values in a domain, the last fact changing first. */
export const combinations = (domain: Definition['domain']): Facts[] =>
  Object.entries(domain).reduce<Facts[]>(
    (worlds, [fact, values]) =>
      worlds.flatMap((world) => values.map((value) => Object.fromEntries([...Object.entries(world), [fact, value]]))),
    [{}],
  )

import type { Law } from '../engine/definition'
import { type Condition, type FactsForm, holds } from './conditions'
import { type Each, isForEach, saidFor } from './each'

/** Names, or all but those. */
type Names = string | readonly string[] | { readonly but: string | readonly string[] }

/** What never happens: a step to another state, of those that it names. */
export interface NeverLine {
  /** What holds therefore, as a sentence. */
  readonly law: string
  readonly word?: Names
  readonly from?: Names
  readonly to?: Names
  readonly unless?: Condition
}

/** @returns the laws that the prover holds in addition to its own */
export const lawsOf = (
  file: FactsForm & { readonly each: readonly Each[]; readonly never: readonly NeverLine[] },
): readonly Law<string, string>[] =>
  file.never.map((line) => {
    const lines = isForEach(line) ? file.each.map((one) => saidFor(one, line)) : [line]
    return {
      name: line.law,
      holds: ({ from, to, on, facts }) =>
        from === to ||
        !lines.some(
          (never) =>
            isOf(never.word, on) &&
            isOf(never.from, from) &&
            isOf(never.to, to) &&
            (never.unless === undefined || !holds(never.unless, file, facts)),
        ),
    }
  })

const isOf = (names: Names | undefined, name: string): boolean =>
  names === undefined ||
  (typeof names === 'object' && 'but' in names ? !isOf(names.but, name) : [names].flat().includes(name))

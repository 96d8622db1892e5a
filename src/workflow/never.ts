import type { Facts, Law } from '../engine/definition'
import { partsOf } from '../engine/place'
import { type Condition, type FactsForm, holds } from './conditions'
import { type Each, isForEach, saidFor } from './each'

/** Names, or all but those. */
type Names = string | readonly string[] | { readonly but: string | readonly string[] }

/** A step that is never made: one to another state, of those that it names. */
export interface NeverStep {
  readonly word?: Names
  readonly from?: Names
  readonly to?: Names
  /** It may not stay where it is, either. */
  readonly stays?: true
  readonly unless?: Condition
}

/** What is never done, by the sentence that holds therefore. */
export type NeverForm = Readonly<Record<string, readonly NeverStep[]>>

/** @returns the laws that the prover holds in addition to its own; with several regions each is looked at alone */
export const lawsOf = (
  file: FactsForm & { readonly each: readonly Each[]; readonly never: NeverForm },
): readonly Law<string, string>[] =>
  Object.entries(file.never).map(([name, steps]) => {
    const never = steps
      .flatMap((step) => (isForEach(step) ? file.each.map((one) => saidFor(one, step)) : [step]))
      .map((step) => neverMade(step, file))
    return {
      name,
      holds({ from, to, on, facts }) {
        const ends = partsOf(to)
        return !partsOf(from).some((start, region) => never.some((isIt) => isIt(on, start, ends[region] ?? '', facts)))
      },
    }
  })

function neverMade({ word, from, to, stays, unless }: NeverStep, file: FactsForm) {
  const isAllowed = unless === undefined ? () => false : holds(unless, file)
  const [isWord, isFrom, isTo] = [word, from, to].map(isOneOf) as [IsNamed, IsNamed, IsNamed]
  return (on: string, start: string, end: string, facts: Facts): boolean =>
    (stays || start !== end) && isWord(on) && isFrom(start) && isTo(end) && !isAllowed(facts)
}

type IsNamed = (name: string) => boolean

function isOneOf(names: Names | undefined): IsNamed {
  if (names === undefined) return () => true
  const isAllBut = typeof names === 'object' && 'but' in names
  const named = new Set([isAllBut ? names.but : names].flat())
  return (name) => named.has(name) !== isAllBut
}

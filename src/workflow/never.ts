import { type Facts, isAvailable, type Kind, type Law } from '../engine/definition'
import { partsOf } from '../engine/place'
import { type Condition, type FactsForm, holds } from './conditions'
import { chosenFrom, type Each, isForEach, saidFor } from './each'

/** Names, or all but those; of all states, or of those after one in the order of the work. */
type Names = string | readonly string[] | { readonly but: string | readonly string[]; readonly after?: string }

/** A step that is never made: one to another state, of those that it names. */
export interface NeverStep {
  readonly word?: Names
  readonly from?: Names
  readonly to?: Names
  /** It may not stay where it is, either. */
  readonly stays?: true
  /** Nor may it change something where it is. */
  readonly changes?: true
  readonly unless?: Condition
}

/** What is never done, by the sentence that holds therefore. */
export type NeverForm = Readonly<Record<string, readonly NeverStep[]>>

/** @returns the laws that the prover holds in addition to its own; with several regions each is looked at alone */
export const lawsOf = (
  file: FactsForm & { readonly each: readonly Each[]; readonly states?: readonly string[]; readonly never: NeverForm },
): readonly Law<string, string>[] =>
  Object.entries(file.never).map(([name, steps]) => {
    const never = steps
      .flatMap((step) =>
        isForEach(step) ? chosenFrom(file.each, { from: step }).map((one) => saidFor(one, step)) : [step],
      )
      .map((step) => neverMade(step, file))
    return {
      name,
      holds({ from, to, on, kind, facts }) {
        const ends = partsOf(to)
        return !partsOf(from).some((start, region) =>
          never.some((isIt) => isIt({ on, kind, start, end: ends[region] ?? '', facts })),
        )
      },
    }
  })

interface Made {
  readonly on: string
  readonly kind: Kind
  readonly start: string
  readonly end: string
  readonly facts: Facts
}

type NamesOf = FactsForm & { readonly states?: readonly string[] }

function neverMade({ word, from, to, stays, changes, unless }: NeverStep, file: NamesOf) {
  const isAllowed = unless === undefined ? () => false : holds(unless, file)
  const isOneOf = oneOf(file.states)
  const [isWord, isFrom, isTo] = [word, from, to].map(isOneOf) as [IsNamed, IsNamed, IsNamed]
  return ({ on, kind, start, end, facts }: Made): boolean => {
    const isMade = stays || start !== end || (changes === true && isAvailable(kind))
    return isMade && isWord(on) && isFrom(start) && isTo(end) && !isAllowed(facts)
  }
}

type IsNamed = (name: string) => boolean

const oneOf =
  (states: readonly string[] = []) =>
  (names: Names | undefined): IsNamed => {
    if (names === undefined) return () => true
    if (typeof names === 'string' || !('but' in names)) {
      const named = new Set([names].flat())
      return (name) => named.has(name)
    }
    const others = new Set([names.but].flat())
    const { after } = names
    const later = after === undefined ? undefined : new Set(states.slice(states.indexOf(after) + 1))
    return (name) => !others.has(name) && (later?.has(name) ?? true)
  }

import { type Condition, type FactsForm, guardsOf, unknownIn } from './conditions'
import { chosenFrom, type Each, saidFor } from './each'
import type { NeverLine } from './never'
import { type StepLine, statesOf } from './steps'

/** What a workflow's file says of its steps. */
export interface StepsForm extends FactsForm {
  readonly each: readonly Each[]
  readonly states: readonly string[]
  readonly routers: readonly string[]
  readonly possible: Condition
  readonly never: readonly NeverLine[]
  readonly steps: readonly StepLine[]
}

/**
 * @param changes of what is remembered, by their names
 * @returns the file. Throws for a state, word, fact, condition or change that a line names, and there is not
 */
export function withKnownNames<File extends StepsForm>(file: File, changes: object): File {
  const { each, steps, never, possible, conditions } = file
  const states = [...statesOf(file), ...file.routers, '*', 'same']
  const words = steps.flatMap(({ word }) => word)
  const among = (known: readonly string[], names: readonly string[]) => names.filter((name) => !known.includes(name))
  const unknown = [
    ...Object.values(conditions).map((condition) => ['a condition', unknownIn(condition, file)] as const),
    ['what is possible', unknownIn(possible, file)] as const,
    ...steps.flatMap((line) =>
      chosenFrom(each, line)
        .map((one) => saidFor(one, line))
        .map(({ id, from, to = 'same', when, do: made = [], then }) => {
          const places = [from, typeof to === 'string' ? to : []].flat()
          const named = [
            ...among(states, places),
            ...among(Object.keys(guardsOf(file)), when === undefined ? [] : [when]),
            ...among(Object.keys(changes), made),
            ...among(words, then === undefined ? [] : [then]),
          ]
          return [`the step ${id}`, named] as const
        }),
    ),
    ...never.flatMap((line) =>
      each
        .map((one) => saidFor(one, line))
        .map(({ law, from, to, word, unless }) => {
          const named = [
            ...among(states, namesIn(from)),
            ...among(states, namesIn(to)),
            ...among(words, namesIn(word)),
            ...(unless === undefined ? [] : unknownIn(unless, file)),
          ]
          return [`“${law}”`, named] as const
        }),
    ),
  ].find(([, names]) => names.length > 0)
  if (unknown) throw new Error(`${unknown[0]} names what there is not: ${unknown[1].join(', ')}`)
  return file
}

const namesIn = (names: NeverLine['from'] = []): readonly string[] =>
  typeof names === 'object' && 'but' in names ? [names.but].flat() : [names].flat()

import { type Condition, type FactsForm, unknownIn } from './conditions'
import { chosenFrom, forEach, saidFor } from './each'
import type { NeverForm, NeverStep } from './never'
import { type StepLine, type Steps, statesOf } from './steps'

/** What a workflow's file says of its steps. */
export interface StepsForm extends Steps, FactsForm {
  readonly routers: readonly string[]
  readonly possible?: Condition
  readonly never?: NeverForm
}

/**
 * @param changes of what is remembered, by their names
 * @returns the file. Throws for a state, word, fact, condition or change that a line names, and there is not
 */
export function withKnownNames<File extends StepsForm>(file: File, changes: object): File {
  const { each, steps, never = {}, possible, conditions, groups = {} } = file
  const states = [...statesOf(file), ...file.routers]
  const places = [...states, ...states.map((state) => state.replace(/\..*/, '.*')), ...Object.keys(groups), '*', 'same']
  const words = steps.flatMap(({ word }) => word)
  const among = (known: readonly string[], names: string | readonly string[] = []) =>
    [names].flat().filter((name) => !known.includes(name))
  const all = each.length > 0 ? each : [{}]
  const stepsSaid = steps.flatMap((line) => forEach([line], all).map((said) => ({ ...said, id: line.id })))
  const neverSaid = Object.entries(never).flatMap(([law, lines]) =>
    lines.flatMap((line) => chosenFrom(all, { from: line }).map((one) => ({ law, ...saidFor(one, line) }))),
  )
  const unknown = [
    { of: 'a group', names: among(states, Object.values(groups).flat()) },
    { of: 'a condition', names: Object.values(conditions).flatMap((condition) => unknownIn(condition, file)) },
    { of: 'what is possible', names: possible === undefined ? [] : unknownIn(possible, file) },
    ...stepsSaid.map(({ id, from, to, when, do: made, then }) => ({
      of: `the step ${id}`,
      names: [
        ...among(places, placesIn(from)),
        ...among(places, typeof to === 'object' ? [] : to),
        ...(when === undefined ? [] : unknownIn(when, file)),
        ...among(Object.keys(changes), made),
        ...among(words, then),
      ],
    })),
    ...neverSaid.map(({ law, from, to, word, unless }) => ({
      of: `“${law}”`,
      names: [
        ...among(states, namesIn(from)),
        ...among(states, namesIn(to)),
        ...among(words, namesIn(word)),
        ...(unless === undefined ? [] : unknownIn(unless, file)),
      ],
    })),
  ].find(({ names }) => names.length > 0)
  if (unknown) throw new Error(`${unknown.of} names what there is not: ${unknown.names.join(', ')}`)
  return file
}

const placesIn = (from: StepLine['from']): string | readonly string[] =>
  typeof from === 'string' || !('since' in from || 'after' in from) ? from : Object.values(from)

const namesIn = (names: NeverStep['from'] = []): string | readonly string[] =>
  typeof names === 'object' && ('but' in names || 'after' in names) ? Object.values(names).flat() : names

import { type AnyRow, always, type Definition, type Facts } from './definition'
import { moved, routerIn } from './place'
import { answer, maxHops } from './reduce'

/**
 * Tells what an event would do, without doing it: nothing of the context is touched, and nothing is raised.
 *
 * @returns the row that would answer, and the state it would lead to; where that depends on what the event brings, the
 *   state as it is
 * @throws Error where no row answers
 */
export function peekTransition<State extends string, Event extends string, Guard extends string, Effect>(
  definition: Definition<State, Event, Guard, Effect>,
  state: State,
  event: Event,
  facts: Facts,
): { readonly row: AnyRow<State, Event, Guard, Effect>; readonly state: State } {
  const row = answer(definition, state, event, facts)
  if (!row) throw new Error(`${definition.name}: no row answers ${event} in ${state}`)
  let at = state
  let next: typeof row | undefined = row
  for (let hop = 0; next && hop < maxHops; hop++) {
    if (typeof next.to !== 'string') return { row, state }
    if (next.to !== 'same') at = moved(definition, at, next.to as State)
    next = routerIn(definition, at) === undefined ? undefined : answer(definition, at, always as Event, facts)
  }
  return { row, state: at }
}

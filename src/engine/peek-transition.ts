import { always, type Definition, type Facts, type Row } from './definition'
import { moved, routerIn } from './place'
import { answer, maxHops } from './reduce'

/**
 * Tells what an event would do: the context stays untouched, and nothing is raised.
 *
 * @returns the row that would answer, and its target state; if that depends on the payload, the current state
 * @throws Error if no row answers
 */
export function peekTransition(
  definition: Definition,
  state: string,
  event: string,
  facts: Facts,
): { readonly row: Row; readonly state: string } {
  const row = answer(definition, state, event, facts)
  if (!row) throw new Error(`${definition.name}: no row answers ${event} in ${state}`)
  let at = state
  let next: Row | undefined = row
  for (let hop = 0; next && hop < maxHops; hop++) {
    if (typeof next.to !== 'string') return { row, state }
    if (next.to !== 'same') at = moved(definition, at, next.to)
    next = routerIn(definition, at) === undefined ? undefined : answer(definition, at, always, facts)
  }
  return { row, state: at }
}

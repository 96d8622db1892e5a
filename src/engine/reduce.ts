import type { Definition, Facts, Row } from './definition'

/** One answer of the reducer. `trace` holds the ids of the rows tried, the one that answered last. */
export interface Step<State extends string, Event extends string, Guard extends string, Effect> {
  readonly state: State
  readonly row: Row<State, Event, Guard, Effect>
  readonly effects: readonly Effect[]
  readonly trace: readonly string[]
}

/**
 * Answers what an event does in a state, given the facts. Pure: the effects are returned, not done.
 *
 * @param definition the workflow's table
 * @param state the current state
 * @param event what was cast
 * @param facts all facts that the definition's guards read
 * @returns the next state, the row that answered, its effects, and the rows tried
 * @throws Error where no row answers; `verify` proves that a definition has no such hole
 */
export function reduce<State extends string, Event extends string, Guard extends string, Effect>(
  definition: Definition<State, Event, Guard, Effect>,
  state: State,
  event: Event,
  facts: Facts,
): Step<State, Event, Guard, Effect> {
  const trace: string[] = []
  for (const row of definition.rows) {
    if (row.on !== event || !startsIn(row, state)) continue
    trace.push(row.id)
    if (row.when !== undefined && !definition.guards[row.when](facts)) continue
    return { state: row.to === 'same' ? state : row.to, row, effects: row.effects ?? [], trace }
  }
  throw new Error(`${definition.name}: no row answers ${event} in ${state}`)
}

/** Whether the row belongs to the state. */
export function startsIn<State extends string>(row: { from: State | readonly State[] }, state: State): boolean {
  return typeof row.from === 'string' ? row.from === state : row.from.includes(state)
}

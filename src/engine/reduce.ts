import { always, type Context, type Definition, type Facts, type Payload, type Row } from './definition'
import { moved, routerIn, rowsOn } from './place'

/** One answer of the reducer. `trace` holds the ids of the rows tried, the one that answered last. */
export interface Transition<Effect = unknown> {
  readonly state: string
  /** The very context that was given, where no row has changed it. */
  readonly context: Context
  /** The row that answered the event. */
  readonly row: Row<Effect>
  /** The rows after it, of routers and of events that were raised. */
  readonly via: readonly Row<Effect>[]
  readonly effects: readonly Effect[]
  readonly trace: readonly string[]
}

/** How many rows may follow from one event. */
export const maxHops = 16

/**
 * Answers what an event does in a state, given the facts. Pure: the effects are returned, not done.
 *
 * @param definition the workflow's table
 * @param state the current state
 * @param event what was cast
 * @param facts all facts that the definition's guards read; a function if they depend on the context, or on the state
 * @param context what the workflow remembers
 * @param payload what the event brings with it
 * @returns the next state and context, the row that answered, those that followed, their effects, and the rows tried
 * @throws Error where no row answers, or routing does not end; `verify` proves that a definition has no such hole
 */
export function reduce<Effect>(
  definition: Definition<Effect>,
  state: string,
  event: string,
  facts: Facts | ((context: Context, state: string) => Facts),
  context: Context = {},
  payload: Payload = {},
): Transition<Effect> {
  const trace: string[] = []
  const rows: Row<Effect>[] = []
  const raised: string[] = []
  let [at, known] = [state, context]
  for (let next: string | undefined = event; next !== undefined; ) {
    const row = answer(definition, at, next, typeof facts === 'function' ? facts(known, at) : facts, trace)
    if (row) {
      rows.push(row)
      known = updated(definition, row, known, payload, at)
      if (row.to !== 'same') at = moved(definition, at, targetOf(row, known))
      raised.push(...(row.raises ?? []))
    } else if (rows.length === 0 || next === always) {
      throw new Error(`${definition.name}: no row answers ${next} in ${at}`)
    }
    if (rows.length > maxHops) throw new Error(`${definition.name}: ${event} in ${state} comes to no end`)
    next = routerIn(definition, at) === undefined ? raised.shift() : always
  }
  const [row, ...via] = rows as [Row<Effect>]
  return { state: at, context: known, row, via, effects: rows.flatMap(({ effects }) => effects ?? []), trace }
}

/** @returns the first row of the state whose condition holds; its id is the last one in the trace */
export function answer<Effect>(
  definition: Definition<Effect>,
  state: string,
  event: string,
  facts: Facts,
  trace: string[] = [],
): Row<Effect> | undefined {
  return firstThatHolds(definition, rowsOn(definition, state, event), facts, trace)
}

/** @returns the first of the rows whose condition holds */
export function firstThatHolds<Effect>(
  { guards }: Definition,
  rows: readonly Row<Effect>[],
  facts: Facts,
  trace: string[] = [],
): Row<Effect> | undefined {
  for (const row of rows) {
    trace.push(row.id)
    // The guards that rows name are there: no other definition compiles.
    if (row.when === undefined || (guards[row.when] as (facts: Facts) => boolean)(facts)) return row
  }
  return undefined
}

/** @returns the context as a row leaves it. Throws Error where the definition lacks one of its updates */
export function updated(
  { updates = {} }: Definition,
  row: Row,
  context: Context,
  payload: Payload,
  state: string,
): Context {
  let next = context
  for (const counter of row.resets ?? []) next = { ...next, [counter]: 0 }
  if (row.counts !== undefined) next = { ...next, [row.counts]: Number(next[row.counts] ?? 0) + 1 }
  for (const name of row.updates ?? []) {
    const update = updates[name]
    if (!update) throw new Error(`there is no update "${name}"`)
    next = update(next, payload, state)
  }
  return next
}

function targetOf({ to, id }: Row, context: Context): string {
  if (typeof to === 'string') return to
  const target = to.among.find((candidate) => candidate === context[to.field])
  if (target === undefined) throw new Error(`${id}: ${to.field} in the context names no state that it may lead to`)
  return target
}

import { always, type Context, type Definition, type Facts, type Payload, type Row } from './definition'
import { moved, routerIn, rowsOn } from './place'

/** The result of the reducer. `trace` has the ids of the rows that were tried; the last one answered. */
export interface Transition<Effect = unknown> {
  readonly state: string
  /** The same object as before if no row changed it. */
  readonly context: Context
  readonly row: Row<Effect>
  /** The rows taken after it, for routers and raised events. */
  readonly via: readonly Row<Effect>[]
  readonly effects: readonly Effect[]
  readonly trace: readonly string[]
}

/** The most rows that may follow one event. */
export const maxHops = 16

/**
 * Computes the transition for an event. Pure: effects are returned, not run.
 *
 * @param facts all facts that the guards read; a function if they depend on the context or the state
 * @param context what the workflow remembers
 * @param payload the input of the event
 * @throws Error if no row answers, or routing does not end; `verify` proves that neither can happen
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
      const before = known
      known = updated(definition, row, before, payload, at)
      const target = targetOf(row, known, before)
      if (target === undefined) {
        const field = typeof row.to === 'string' ? row.to : row.to.field
        throw new Error(`${row.id}: ${field} in the context names no state that it may lead to`)
      }
      if (target !== 'same') at = moved(definition, at, target)
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

/** @returns the first row of the state whose guard holds; its id is the last one in the trace */
export function answer<Effect>(
  definition: Definition<Effect>,
  state: string,
  event: string,
  facts: Facts,
  trace: string[] = [],
): Row<Effect> | undefined {
  return firstThatHolds(definition, rowsOn(definition, state, event), facts, trace)
}

export function firstThatHolds<Effect>(
  { guards }: Definition,
  rows: readonly Row<Effect>[],
  facts: Facts,
  trace: string[] = [],
): Row<Effect> | undefined {
  for (const row of rows) {
    trace.push(row.id)
    // Every guard that a row names exists: otherwise the definition would not compile.
    if (row.when === undefined || (guards[row.when] as (facts: Facts) => boolean)(facts)) return row
  }
  return undefined
}

/** @returns the context after a row. Throws Error if the definition lacks one of its updates */
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

/** @returns where a row leads; undefined if nothing is remembered. It may forget where it leads back to. */
export function targetOf({ to }: Row, context: Context, before: Context): string | undefined {
  if (typeof to === 'string') return to
  return [context, before].flatMap(({ [to.field]: field }) => to.among.filter((known) => known === field))[0]
}

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

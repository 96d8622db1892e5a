import { type Definition, isAvailable, type Pattern, type Row } from './definition'
import { getOrInsert } from './records'

/** Separates the states of parallel regions. */
const and = ' + '

/** Cache of split states: a proof splits each of them a million times. */
const taken = new Map<string, readonly string[]>()

/** @returns the state of each region; in a workflow with one region the state itself */
export const partsOf = (state: string): readonly string[] => getOrInsert(taken, state, () => state.split(and))

/** @returns the states of all regions as one text */
export const joinParts = (parts: readonly string[]): string => parts.join(and)

/** @returns the current name of a state that the table has renamed; any other text unchanged */
export function currentName({ renamed }: Pick<Definition, 'renamed'>, state: string): string {
  const names = renamed?.states
  return names
    ? joinParts(partsOf(state).map((part) => (Object.hasOwn(names, part) ? names[part] : part) ?? part))
    : state
}

/** @returns whether the state exists only in earlier tables */
export const isGone = (definition: Pick<Definition, 'gone'>, state: string): boolean =>
  partsOf(state).some((part) => definition.gone?.states?.includes(part))

/** @returns whether this can be stored as a state of the workflow: one state for each region, and no router */
export function isState({ states, regions }: Pick<Definition, 'states' | 'regions'>, state: string): boolean {
  const all = regions ? Object.values(regions) : [states]
  const parts = partsOf(state)
  return (
    parts.length === all.length && parts.every((part, index) => all[index]?.includes(part) && states.includes(part))
  )
}

/** @returns whether a pattern matches one of the regions' states */
export const matches = (pattern: Pattern<string>, state: string): boolean =>
  pattern === '*' ||
  pattern === state ||
  ((pattern.endsWith('.*') || state.includes(and)) &&
    partsOf(state).some((part) => (pattern.endsWith('.*') ? part.startsWith(pattern.slice(0, -1)) : part === pattern)))

export function startsIn({ from }: Pick<Row, 'from'>, state: string): boolean {
  if (typeof from === 'string') return matches(from, state)
  return 'except' in from
    ? !from.except.some((pattern) => matches(pattern, state))
    : from.some((pattern) => matches(pattern, state))
}

/** @returns the rows that can answer an event in a state, in order */
export const rowsOn = <Effect>(
  { rows }: Pick<Definition<Effect>, 'rows'>,
  state: string,
  event: string,
): readonly Row<Effect>[] => rows.filter((row) => row.on === event && startsIn(row, state))

export const isGoal = ({ goal }: Definition, state: string): boolean =>
  [goal].flat().some((pattern) => matches(pattern, state))

/** @returns every state that the row can lead to from this one */
export function targetsOf(definition: Definition, { to }: Pick<Row, 'to'>, state: string): string[] {
  if (to === 'same') return [state]
  return typeof to === 'string'
    ? [moved(definition, state, to)]
    : to.among.map((target) => moved(definition, state, target))
}

/** @returns where each available row leads, by the states from which it does */
export const edgesOf = (definition: Definition): readonly { from: string; on: string; to: string }[] =>
  definition.states.flatMap((from) =>
    definition.rows
      .filter((row) => isAvailable(row.kind) && startsIn(row, from))
      .flatMap((row) => targetsOf(definition, row, from).map((to) => ({ from, on: row.on, to }))),
  )

/** @returns the state after one region has moved to the new one */
export function moved({ regions }: Definition, state: string, to: string): string {
  if (!regions) return to
  const moving = Object.values(regions).findIndex((states) => states.includes(to))
  if (moving < 0) throw new Error(`no region has the state ${to}`)
  return joinParts(partsOf(state).with(moving, to))
}

/** @returns the router to be left next; undefined if the state can be stored */
export const routerIn = ({ routers = [] }: Definition, state: string): string | undefined =>
  partsOf(state).find((part) => routers.includes(part))

import { and, createMachine, or, raise, stateIn, transition } from 'xstate'
import { always, type Definition, type Facts, type Row } from '../../src/engine/definition'
import { isState, joinParts, matches, partsOf } from '../../src/engine/place'

/**
 * Each definition as an XState machine, whose own rules choose among the rows. Guards read the facts in the event; a
 * field of the context that names a target is in the event, too.
 */

/** An event with its facts, and the value of a context field that names a target. */
export interface Cast {
  readonly type: string
  readonly facts: Facts
  readonly target?: string
}

// XState takes dots in names for paths.
const encode = (state: string) => state.replaceAll('.', '·')
const decode = (state: string) => state.replaceAll('·', '.')

export const inWords = (ids: readonly (readonly [id: string, index: number])[], state: string) =>
  `${ids.map(([id, index]) => `row ${index} (${id})`).join(', then ')} leads to ${state}`

/**
 * `same` becomes a transition without a target; a target in the context becomes one transition for each possible value.
 */
export function toMachine({ name, initial, states, regions, routers = [], events, rows, guards }: Definition) {
  const raised = rows.flatMap((row) => row.raises ?? [])
  const asked = [...new Set([...events, ...raised])]
  const toTransitions = (row: Row) => {
    const targets = typeof row.to === 'string' ? [row.to] : row.to.among
    const isTrue =
      (to: string) =>
      ({ event }: { event: Cast }) =>
        (row.when === undefined || guards[row.when]?.(event.facts) === true) &&
        (typeof row.to === 'string' || event.target === to)
    return targets.map((to) => ({
      guard: isLook(row) ? and([isTrue(to) as never, or(placesOf(row))]) : isTrue(to),
      ...(to !== 'same' && { target: encode(to) }),
      actions: [
        { type: row.id, params: { row: rows.indexOf(row) } },
        ...(row.raises ?? []).map((type) => raise(({ event }: { event: object }) => ({ ...event, type }))),
      ],
    }))
  }
  /**
   * The refusal of an untaken event belongs to no region, and a look is answered once, whichever region it starts in.
   */
  const isForAll = (row: Row) =>
    isLook(row) || (regions !== undefined && row.to === 'same' && (row.from === '*' || isExcept(row.from)))
  const isLook = ({ from, kind }: Row) => regions !== undefined && kind === 'show' && from !== '*' && !isExcept(from)
  const placesOf = (row: Row) =>
    Object.entries(regions ?? {}).flatMap(([region, of]) =>
      of.filter((state) => startsIn(row, state)).map((state) => stateIn({ [region]: encode(state) })),
    )
  const isExcept = (from: Row['from']) => typeof from !== 'string' && 'except' in from
  const startsIn = ({ from }: Row, state: string) => {
    if (typeof from === 'string') return matches(from, state)
    return 'except' in from ? !from.except.some((one) => matches(one, state)) : from.some((one) => matches(one, state))
  }
  const ofRegion = (row: Row, region: readonly string[]) =>
    row.to === 'same' || region.includes(typeof row.to === 'string' ? row.to : (row.to.among[0] ?? ''))
  const toState = (state: string, region: readonly string[]) => {
    const own = rows.filter((row) => startsIn(row, state) && ofRegion(row, region) && !isForAll(row))
    if (routers.includes(state)) return { always: own.filter(({ on }) => on === always).flatMap(toTransitions) }
    return {
      on: Object.fromEntries(
        asked.map((event) => [event, own.filter(({ on }) => on === event).flatMap(toTransitions)]),
      ),
    }
  }
  const toRegion = (region: readonly string[], first: string) => ({
    initial: encode(first),
    states: Object.fromEntries(region.map((state) => [encode(state), toState(state, region)])),
  })
  const config = regions
    ? {
        id: name,
        type: 'parallel',
        states: Object.fromEntries(
          Object.entries(regions).map(([region, of], index) => [region, toRegion(of, partsOf(initial)[index] ?? '')]),
        ),
        on: Object.fromEntries(
          events.map((event) => [
            event,
            rows.filter((row) => row.on === event && isForAll(row)).flatMap(toTransitions),
          ]),
        ),
      }
    : { id: name, ...toRegion([...states, ...routers], initial) }
  return createMachine(config as unknown as Parameters<typeof createMachine>[0])
}

export type Machine = ReturnType<typeof toMachine>
export type Snapshot = ReturnType<Machine['resolveState']>

/** The snapshot of a machine in a state. */
export const standingIn = ({ regions }: Definition, machine: Machine, state: string): Snapshot =>
  machine.resolveState({
    value: regions
      ? Object.fromEntries(Object.keys(regions).map((region, index) => [region, encode(partsOf(state)[index] ?? '')]))
      : encode(state),
  })

/** The state of a snapshot, in the reducer's form. */
export function stateOf(definition: Definition, { value }: Snapshot): string {
  const names = typeof value === 'string' ? [value] : Object.values(value as Record<string, string>)
  const state = joinParts(names.map(decode))
  return isState(definition, state) ? state : `${state}, which is no state`
}

/** XState's answer: the next snapshot, with the rows and the state as text. */
export function asXState(
  definition: Definition,
  machine: Machine,
  snapshot: Snapshot,
  cast: Cast,
): { next: Snapshot; answer: string } {
  const [next, actions] = transition(machine, snapshot, cast)
  const taken = actions.flatMap(({ type, params }) => {
    const row = (params as { row?: number } | undefined)?.row
    return row === undefined ? [] : [[type, row] as const]
  })
  return { next, answer: inWords(taken, stateOf(definition, next)) }
}

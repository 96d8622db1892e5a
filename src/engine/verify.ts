import { attempt, mostTried, trials } from './assignments'
import { type Definition, type Facts, isAvailable, type Row } from './definition'
import { allOf, type Edge, type Edges, type Explored, explore, type Find, isStill, keyOf, type Place } from './explore'
import { isGoal, matches, partsOf } from './place'
import { getOrInsert } from './records'
import { firstThatHolds, maxHops } from './reduce'

/** The properties of a definition, in the order in which they are proven. */
export const properties = {
  'no-hole': 'every event has an answer in every state, whatever the facts',
  'kind-fits':
    'a row that blocks or shows changes nothing, one that advances goes somewhere, only missing files lead to errors',
  'no-dead-row': 'every row answers for each of its states',
  'all-reachable': 'every state can be reached from the first one',
  'no-trap': 'the goal can be reached from every state',
  'way-out': 'in every state, whatever the facts, something other than looking is available',
  'routing-ends': 'what is decided at once is decided after a few rows',
  'circles-end': 'every circle that is to end counts, and stops where it is to stop',
  'laws-hold': "the workflow's own laws hold for every step",
} as const
export type Property = keyof typeof properties

export interface TableFault {
  readonly property: Property
  /** The row, or the state and event, that violates it. */
  readonly where: string
  readonly message: string
}

export interface Verification {
  readonly workflow: string
  readonly states: number
  /** How many of the states can be stored; with several regions, how many combinations. */
  readonly places: number
  readonly events: number
  readonly rows: number
  /** How many combinations of facts were tried: for each state and event, those of the facts that it asks for. */
  readonly tried: number
  readonly findings: readonly TableFault[]
}

/**
 * Proves the properties of a definition by trying every state, event and combination of facts.
 *
 * @returns how much was tried, and each violated property with one example; no finding means proven
 */
export function verify(definition: Definition): Verification {
  const findings = new Map<string, TableFault>()
  const find = (property: Property, where: string, message: string) => {
    const key = `${property} ${where}`
    if (!findings.has(key)) findings.set(key, { property, where, message })
  }

  const explored = explore(definition, find)
  const { still, tried } = explored
  if (tried > mostTried) find('no-hole', definition.name, `asks for more than ${mostTried} combinations of facts`)
  else for (const holds of [rowsFit, placesConnect, routingEnds, circlesEnd]) holds(definition, explored, find)

  const order = Object.keys(properties)
  return {
    workflow: definition.name,
    states: definition.states.length,
    places: still.length,
    events: definition.events.length,
    rows: definition.rows.length,
    tried,
    findings: [...findings.values()].sort((a, b) => order.indexOf(a.property) - order.indexOf(b.property)),
  }
}

function rowsFit(definition: Definition, { edges }: Explored, find: Find): void {
  const alive = new Map(definition.rows.map((row) => [row, new Set<string>()]))
  for (const { row, from } of allOf(edges)) for (const part of partsOf(from.state)) alive.get(row)?.add(part)
  for (const row of definition.rows) {
    const starts = typeof row.from === 'string' ? [row.from] : 'except' in row.from ? ['*'] : row.from
    for (const start of starts) {
      const misfit = misfitOf(definition, row, start)
      if (misfit) find('kind-fits', `${row.id} ${start}`, misfit)
      if (![...(alive.get(row) ?? [])].some((state) => matches(start, state)))
        find('no-dead-row', `${row.id} ${start}`, 'no combination of facts reaches it')
    }
  }
}

/** @returns what a row does that its kind does not; undefined if they fit */
export function misfitOf(definition: Definition, row: Row, from: string): string | undefined {
  const { states, routers = [], errors } = definition
  const known = [...states, ...routers]
  const isPattern = from === '*' || from.endsWith('.*')
  const ends = row.to === 'same' ? [from] : typeof row.to === 'string' ? [row.to] : row.to.among
  for (const to of ends) {
    if (!(isPattern || known.includes(from)) || !(to === from || known.includes(to)))
      return `${from} → ${to} names an unknown state`
    const leaves = to !== from
    const changes = row.effects?.length || row.updates?.length || row.raises?.length || row.counts || row.resets?.length
    if (!isAvailable(row.kind) && (leaves || changes)) return `a ${row.kind} row changes something`
    if (row.kind === 'stay' && leaves) return 'a row that stays leads elsewhere'
    if (['advance', 'confirm', 'missing'].includes(row.kind) && !leaves && typeof row.to === 'string')
      return `a row of kind ${row.kind} leads nowhere`
    if (leaves && errors.includes(to) !== (row.kind === 'missing')) return `a row of kind ${row.kind} leads to ${to}`
  }
  return undefined
}

function placesConnect(definition: Definition, { edges, still }: Explored, find: Find): void {
  const { initial, states, routers = [], goal } = definition
  const back = new Map<string, Set<string>>()
  for (const { from, to } of allOf(edges)) getOrInsert(back, keyOf(to), () => new Set()).add(keyOf(from))
  const forward = closure([initial], (place) => (edges.get(place) ?? []).map(({ to }) => keyOf(to)))
  const seen = new Set([...forward].flatMap((place) => partsOf(place.split(' | ')[0] ?? '')))
  for (const state of [...states, ...routers]) {
    if (!seen.has(state)) find('all-reachable', state, `cannot be reached from ${initial}`)
  }
  const goals = still.map(keyOf).filter((state) => isGoal(definition, state))
  const backward = closure(goals, (place) => back.get(place) ?? [])
  for (const { state } of still) {
    if (!backward.has(state)) find('no-trap', state, `${[goal].flat().join(' or ')} cannot be reached from here`)
  }
}

/** Follows routers and raised events from every place where the user decides. */
function routingEnds(definition: Definition, { edges }: Explored, find: Find): void {
  const isTooLong = (place: Place, hops: number): boolean =>
    hops > maxHops ||
    (!isStill(definition, place) && (edges.get(keyOf(place)) ?? []).some(({ to }) => isTooLong(to, hops + 1)))
  for (const { from, to, row } of allOf(edges)) {
    if (isStill(definition, from) && isTooLong(to, 1))
      find('routing-ends', row.id, `goes on for more than ${maxHops} rows`)
  }
}

/** Every loop within the states of a cap counts, no step on it resets the counter, which stays within its bound. */
function circlesEnd(definition: Definition, { edges }: Explored, find: Find): void {
  for (const { counter, most, within, free = [], inner = [], still = [] } of definition.caps ?? []) {
    const isWithin = ({ state }: Place) => within.some((pattern) => matches(pattern, state))
    const inside = allOf(edges).filter(
      ({ from, to, row, cell }) =>
        isWithin(from) && isWithin(to) && isAvailable(row.kind) && !free.includes(cell.on) && !still.includes(row.id),
    )
    const outer = inside.filter(({ row }) => row.counts !== counter)
    const uncounted = outer.filter(({ row }) => !inner.includes(row.counts ?? ''))
    for (const { row } of outer)
      for (const one of inner)
        if (row.resets?.includes(one)) find('circles-end', row.id, `begins ${one} again without counting ${counter}`)
    const ways = new Map<string, string[]>()
    for (const { from, to } of uncounted) getOrInsert(ways, keyOf(from), () => []).push(keyOf(to))
    for (const { row, from, to } of uncounted) {
      const round = closure([keyOf(to)], (place) => ways.get(place) ?? [])
      if (round.has(keyOf(from)))
        find('circles-end', `${row.id} ${from.state}`, `goes round without counting ${counter}`)
      if (row.resets?.includes(counter)) find('circles-end', row.id, `begins ${counter} again while it counts`)
    }
    if (most !== undefined) countsWithin(definition, edges, counter, most, find)
  }
}

/** Follows every path together with its counter, taking only rows that can answer at that count. */
function countsWithin(definition: Definition, edges: Edges, counter: string, most: number, find: Find): void {
  // Most places share their rows with others: evaluate each set of rows once.
  const answering = new Map<string, ReadonlySet<Row>>()
  const answersWith = ({ row, cell }: Edge, count: number): boolean =>
    getOrInsert(answering, `${cell.name} ${count}`, () => rowsWith(definition, cell.rows, { [counter]: [count] })).has(
      row,
    )
  const seen = new Set<string>()
  const waiting = [{ place: definition.initial, count: 0 }]
  for (const { place, count } of waiting) {
    for (const edge of edges.get(place) ?? []) {
      if (!answersWith(edge, count)) continue
      const { resets = [], counts, id } = edge.row
      const next = (resets.includes(counter) ? 0 : count) + (counts === counter ? 1 : 0)
      if (next > most) find('circles-end', id, `counts ${counter} beyond ${most}`)
      const to = { place: keyOf(edge.to), count: Math.min(next, most) }
      const known = `${to.place} ${to.count}`
      if (!seen.has(known)) waiting.push(to)
      seen.add(known)
    }
  }
}

/** The rows that can answer while some facts are fixed. */
function rowsWith(definition: Definition, rows: readonly Row[], fixed: Definition['domain']): ReadonlySet<Row> {
  const { possible, domain } = definition
  const ask = (facts: Facts) => (possible(facts) ? attempt(() => firstThatHolds(definition, rows, facts)) : undefined)
  return new Set([...trials({ ...domain, ...fixed }, ask)].flatMap(({ answer }) => answer ?? []))
}

function closure(start: readonly string[], next: (place: string) => Iterable<string>): Set<string> {
  const seen = new Set(start)
  for (const place of seen) for (const other of next(place)) seen.add(other)
  return seen
}

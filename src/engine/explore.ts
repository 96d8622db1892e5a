import { attempt, firstOf, mostTried, trials } from './assignments'
import { always, type Definition, type Facts, isAvailable, type Row } from './definition'
import { partsOf, routerIn, rowsOn, targetsOf } from './place'
import { getOrInsert } from './records'
import { firstThatHolds } from './reduce'
import type { Property } from './verify'

/** A state with the raised events that are still to be handled; also a router. */
export interface Place {
  readonly state: string
  readonly raised: readonly string[]
}

/** One row that answers somewhere, and a place that it leads to. */
export interface Edge {
  readonly row: Row
  readonly cell: Cell
  readonly from: Place
  readonly to: Place
}

export type Edges = ReadonlyMap<string, readonly Edge[]>

/** The rows of one event in one state, over all combinations of facts. */
interface Cell {
  readonly on: string
  readonly rows: readonly Row[]
  /** Equal for all cells with the same rows. */
  readonly name: string
  readonly tried: number
  readonly steps: readonly (readonly [row: Row, end: string])[]
}

export const keyOf = ({ state, raised }: Place): string => [state, ...raised].join(' | ')
export const isStill = (definition: Definition, { state, raised }: Place): boolean =>
  raised.length === 0 && routerIn(definition, state) === undefined

/** Keeps a violated property, the first of each place. */
export type Find = (property: Property, where: string, message: string) => void

export interface Explored {
  readonly edges: Edges
  /** The places in which work can stand. */
  readonly still: readonly Place[]
  /** How many combinations of facts were tried. */
  readonly tried: number
}

/** Explores all places: from every state if there is one region, otherwise from the initial state. */
export function explore(definition: Definition, find: Find): Explored {
  const starts = definition.regions ? [definition.initial] : definition.states
  const places = new Map(starts.map((state) => [state, { state, raised: [] } as Place]))
  const reach = (place: Place) => getOrInsert(places, keyOf(place), () => place)
  const edges = new Map<string, Edge[]>()
  const cells = new Map<string, Cell>()
  const known = new Set([...definition.states, ...(definition.routers ?? [])])
  let tried = 0
  const examine = (rows: readonly Row[], state: string, on: string): Cell => {
    const cell = tryAll(definition, rows, state, on, find)
    tried += cell.tried
    return cell
  }
  for (const [key, place] of places) {
    const { state, raised } = place
    const isRouting = routerIn(definition, state) !== undefined
    const [next] = raised
    // A router is left before a raised event is handled.
    const left = isRouting ? raised : raised.slice(1)
    const events = isRouting ? [always] : next !== undefined ? [next] : definition.events
    const seen: Cell[] = []
    for (const on of events) {
      const rows = rowsOn(definition, state, on)
      // A raised event that no row of the state answers is dropped.
      if (rows.length === 0 && next !== undefined && !isRouting) {
        reach({ state, raised: left })
        continue
      }
      const cell = getOrInsert(cells, `${state} ${on}`, () => examine(rows, state, on))
      seen.push(cell)
      for (const [row, end] of cell.steps) {
        const to = { state: end, raised: [...left, ...(row.raises ?? [])] }
        getOrInsert(edges, key, () => []).push({ row, cell, from: place, to })
        // Unknown states are reported by another check.
        if (partsOf(end).every((part) => known.has(part))) reach(to)
      }
    }
    if (tried > mostTried) break
    if (isStill(definition, place) && !partsOf(state).some((part) => definition.terminals?.includes(part))) {
      const stuck = stuckIn(definition, seen)
      if (stuck) find('way-out', state, `nothing is available where ${describe(stuck)}`)
    }
  }
  return { edges, still: [...places.values()].filter((place) => isStill(definition, place)), tried }
}

function tryAll(definition: Definition, rows: readonly Row[], state: string, on: string, find: Find): Cell {
  const { possible, laws, domain } = definition
  const ends = new Map(rows.map((row) => [row, attempt(() => targetsOf(definition, row, state)) ?? [state]]))
  const steps = new Map<string, readonly [Row, string]>()
  const look = (facts: Facts): Row | undefined => {
    const row = attempt(() => firstThatHolds(definition, rows, facts))
    if (!row || !possible(facts)) return row
    for (const to of ends.get(row) ?? []) {
      steps.set(`${rows.indexOf(row)} ${to}`, [row, to])
      for (const law of laws) {
        if (!law.holds({ from: state, to, on, kind: row.kind, facts }))
          find('laws-hold', `${row.id} ${state}`, `breaks "${law.name}" when it leads to ${to}`)
      }
    }
    return row
  }
  let tried = 0
  for (const { facts, answer } of trials(domain, look)) {
    if (!answer) find('no-hole', `${state} ${on}`, `no row answers where ${describe(facts)}`)
    if (++tried > mostTried) break
  }
  const name = rows.map((row) => definition.rows.indexOf(row)).join()
  return { on, rows, name, tried, steps: [...steps.values()] }
}

/** @returns facts for which only looking is possible in a state, whatever an event brings, which the caller chooses */
function stuckIn(definition: Definition, cells: readonly Cell[]): Facts | undefined {
  const { domain, possible, brought = [] } = definition
  const isBrought = (fact: string) => brought.includes(fact)
  const part = (is: boolean) => Object.fromEntries(Object.entries(domain).filter(([fact]) => isBrought(fact) === is))
  const [given, chosen] = [part(false), part(true)]
  const isOut = (facts: Facts) =>
    cells.some(({ rows }) => {
      const row = attempt(() => firstThatHolds(definition, rows, facts))
      return row !== undefined && isAvailable(row.kind)
    })
  const isStuck = (before: Facts): boolean => {
    let isPossible = false
    const look = (event: Facts) => {
      const get = (_: Facts, fact: string) => (isBrought(fact) ? event : before)[fact]
      const facts = new Proxy<Facts>({}, { get })
      return possible(facts) && (isOut(facts) ? 'out' : 'stuck')
    }
    for (const { answer } of trials(chosen, look)) {
      if (answer === 'out') return false
      isPossible ||= answer === 'stuck'
    }
    return isPossible
  }
  for (const { facts, answer } of trials(given, isStuck)) if (answer) return { ...firstOf(domain), ...facts }
  return undefined
}

export const allOf = (edges: Edges): readonly Edge[] => [...edges.values()].flat()

const describe = (facts: Facts): string =>
  Object.entries(facts)
    .map(([fact, value]) => `${fact}=${value}`)
    .join(' ')

import type { Definition, Facts, Kind, Row } from './definition'
import { reduce, startsIn } from './reduce'

/** What a definition promises, in the order in which it is proven. */
export const properties = {
  'no-hole': 'every event has an answer in every state, whatever the facts',
  'kind-fits':
    'a row that blocks or shows changes nothing, one that advances goes somewhere, only missing files lead to errors',
  'no-dead-row': 'every row answers for each of its states',
  'all-reachable': 'every state can be reached from the first one',
  'no-trap': 'the goal can be reached from every state',
  'way-out': 'in every state, whatever the facts, something other than looking is available',
  'laws-hold': "the workflow's own laws hold for every step",
} as const
export type Property = keyof typeof properties

export interface Finding {
  readonly property: Property
  /** The row or the state and event that breaks it. */
  readonly where: string
  readonly message: string
}

export interface Report {
  readonly workflow: string
  readonly states: number
  readonly events: number
  readonly rows: number
  /** Combinations of facts that were tried in every state with every event. */
  readonly worlds: number
  /** How many answers were examined. */
  readonly answers: number
  readonly findings: readonly Finding[]
}

const changesNothing: readonly Kind[] = ['block', 'no-op', 'show']

/** Whether casting would do something: neither blocked nor a no-op, nor only looking. */
export const isAvailable = (kind: Kind): boolean => !changesNothing.includes(kind)

/**
 * Proves the properties of a definition by trying every state, event and combination of facts.
 *
 * @param definition a workflow's table with the domain of its facts
 * @returns how much was tried, and each property that is broken, with one example; no finding means proven
 */
export function verify<State extends string, Event extends string, Guard extends string, Effect>(
  definition: Definition<State, Event, Guard, Effect>,
): Report {
  const { states, events, rows } = definition
  const findings = new Map<string, Finding>()
  const find = (property: Property, where: string, message: string) => {
    const key = `${property} ${where}`
    if (!findings.has(key)) findings.set(key, { property, where, message })
  }

  const worlds = combinations(definition.domain)
  const alive = new Set<string>()
  const edges = new Map<State, Set<State>>(states.map((state) => [state, new Set()]))
  let answers = 0

  for (const state of states) {
    const waysOut = new Set<Facts>()
    for (const event of events) {
      // The reducer itself answers, with the rows that cannot match left out beforehand.
      const candidates = rows.filter((row) => row.on === event && startsIn(row, state))
      const table = { ...definition, rows: candidates }
      for (const facts of worlds) {
        const step = attempt(() => reduce(table, state, event, facts))
        if (step === undefined) {
          find('no-hole', `${state} ${event}`, `no row answers where ${describe(facts)}`)
          continue
        }
        answers++
        if (!definition.possible(facts)) continue
        alive.add(`${rows.indexOf(step.row)} ${state}`)
        edges.get(state)?.add(step.state)
        if (isAvailable(step.row.kind)) waysOut.add(facts)
        for (const law of definition.laws) {
          if (!law.holds({ from: state, to: step.state, on: event, kind: step.row.kind, facts })) {
            find('laws-hold', `${step.row.id} ${state}`, `breaks "${law.name}" on the way to ${step.state}`)
          }
        }
      }
    }
    const stuck = worlds.find((facts) => definition.possible(facts) && !waysOut.has(facts))
    if (stuck) find('way-out', state, `nothing is available where ${describe(stuck)}`)
  }

  rows.forEach((row, index) => {
    for (const state of typeof row.from === 'string' ? [row.from] : row.from) {
      const misfit = misfitOf(definition, row, state)
      if (misfit) find('kind-fits', `${row.id} ${state}`, misfit)
      if (!alive.has(`${index} ${state}`))
        find('no-dead-row', `${row.id} ${state}`, 'no combination of facts reaches it')
    }
  })

  const forward = closure([definition.initial], (state) => edges.get(state) ?? [])
  const backward = closure([definition.goal], (state) => states.filter((other) => edges.get(other)?.has(state)))
  for (const state of states) {
    if (!forward.has(state)) find('all-reachable', state, `cannot be reached from ${definition.initial}`)
    if (!backward.has(state)) find('no-trap', state, `${definition.goal} cannot be reached from here`)
  }

  const order = Object.keys(properties)
  return {
    workflow: definition.name,
    states: states.length,
    events: events.length,
    rows: rows.length,
    worlds: worlds.length,
    answers,
    findings: [...findings.values()].sort((a, b) => order.indexOf(a.property) - order.indexOf(b.property)),
  }
}

/** Every combination of the values in a domain. */
export function combinations(domain: Definition['domain']): Facts[] {
  return Object.entries(domain).reduce<Facts[]>(
    (worlds, [fact, values]) => worlds.flatMap((world) => values.map((value) => ({ ...world, [fact]: value }))),
    [{}],
  )
}

function misfitOf<State extends string, Event extends string, Guard extends string, Effect>(
  definition: Definition<State, Event, Guard, Effect>,
  row: Row<State, Event, Guard, Effect>,
  from: State,
): string | undefined {
  const to = row.to === 'same' ? from : row.to
  const leaves = to !== from
  if (!definition.states.includes(to) || !definition.states.includes(from))
    return `${from} → ${to} names an unknown state`
  if (changesNothing.includes(row.kind) && (leaves || row.effects?.length)) return `a ${row.kind} row changes something`
  if (row.kind === 'stay' && leaves) return 'a row that stays leads elsewhere'
  if (['advance', 'confirm', 'missing'].includes(row.kind) && !leaves) return `a row of kind ${row.kind} leads nowhere`
  if (leaves && definition.errors.includes(to) !== (row.kind === 'missing')) {
    return `a row of kind ${row.kind} leads to ${to}`
  }
  return undefined
}

function closure<State>(start: readonly State[], next: (state: State) => Iterable<State>): Set<State> {
  const seen = new Set(start)
  for (const state of seen) for (const other of next(state)) seen.add(other)
  return seen
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

const describe = (facts: Facts): string =>
  Object.entries(facts)
    .map(([fact, value]) => `${fact}=${value}`)
    .join(' ')

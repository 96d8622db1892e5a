import fc from 'fast-check'
import { initialTransition } from 'xstate'
import { assignmentsOfReadFacts, combinations } from '../../src/engine/assignments'
import type { Definition, Facts } from '../../src/engine/definition'
import { startsIn } from '../../src/engine/place'
import { reduce } from '../../src/engine/reduce'
import { definition as collab } from '../../src/flows/collab'
import { definition as discovery } from '../../src/flows/discovery'
import { engineer } from '../../src/flows/engineer'
import { definition as hope } from '../../src/flows/hope'
import { often, some } from '../support/proving'
import { lamps } from '../support/sample-machines'
import { asXState, type Cast, inWords, standingIn, stateOf, toMachine } from '../support/xstate'

/** The reducer against an engine that others wrote. */

const definitions = [engineer.definition, discovery, collab, hope, lamps] as readonly Definition[]

/** Contexts are not compared: if a field names a target, it is in the event. */
function asReducer(
  definition: Definition,
  from: string,
  { type, facts, target }: Cast,
): { next: string; answer: string } {
  const updates = Object.fromEntries(definition.rows.flatMap((row) => row.updates ?? []).map((name) => [name, same]))
  const fields = definition.rows.flatMap(({ to }) => (typeof to === 'string' ? [] : [[to.field, target]]))
  const { state, row, via } = reduce({ ...definition, updates }, from, type, facts, Object.fromEntries(fields))
  const rows = [row, ...via].map((taken) => [taken.id, definition.rows.indexOf(taken)] as const)
  return { next: state, answer: inWords(rows, state) }
}

const same = <T>(context: T): T => context

/** Every target that a field of the context may name, and none. */
const targetsIn = ({ rows }: Definition): readonly string[] => [
  ...new Set(rows.flatMap(({ to }) => (typeof to === 'string' ? [] : to.among))),
]

/** Fails if XState takes another path in any of the random walks, step by step. */
function walkAsXStateDoes(definition: Definition, numRuns: number): void {
  const machine = toMachine(definition)
  const anyFacts = fc.record(
    Object.fromEntries(Object.entries(definition.domain).map(([fact, values]) => [fact, fc.constantFrom(...values)])),
  ) as fc.Arbitrary<Facts>
  const targets = targetsIn(definition)
  const anyCast: fc.Arbitrary<Cast> = fc.record({
    type: fc.constantFrom(...definition.events),
    facts: anyFacts,
    ...(targets.length > 0 && { target: fc.constantFrom(...targets) }),
  })
  fc.assert(
    fc.property(fc.array(anyCast, { minLength: 30, maxLength: 60 }), (casts) => {
      let [snapshot] = initialTransition(machine)
      let state = definition.initial
      for (const cast of casts) {
        const theirs = asXState(definition, machine, snapshot, cast)
        const ours = asReducer(definition, state, cast)
        expect(theirs.answer).toBe(ours.answer)
        snapshot = theirs.next
        state = ours.next
      }
    }),
    { numRuns },
  )
}

/** All worlds, one of each kind that the conditions of the rows of an event and of what may follow tell apart. */
function distinctWorlds({ domain, rows, guards }: Definition, state: string, event: string): readonly Facts[] {
  const asked = new Set(rows.filter((row) => row.on === event && startsIn(row, state)))
  // What may follow: the rows of routers that are entered, and of what is raised.
  for (const { to, raises = [] } of asked) {
    const ends = typeof to === 'string' ? [to] : to.among
    for (const row of rows) {
      if (raises.includes(row.on) || (row.on === 'always' && ends.some((end) => startsIn(row, end)))) asked.add(row)
    }
  }
  const conditions = [...new Set([...asked].map(({ when }) => guards[when ?? '']))].filter(
    (holds) => holds !== undefined,
  )
  // What each condition reads by itself is found in few worlds; of all together there are ten thousands.
  const read = conditions.flatMap((holds) => {
    const { worlds } = assignmentsOfReadFacts(domain, holds)
    return Object.keys(domain).filter((fact) => new Set(worlds.map((facts) => facts[fact])).size > 1)
  })
  const values = Object.entries(domain).map(([fact, all]) => [fact, read.includes(fact) ? all : all.slice(0, 1)])
  const worlds = combinations(Object.fromEntries(values))
  return [...new Map(worlds.map((facts) => [conditions.map((holds) => holds(facts)).join(), facts])).values()]
}

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  const machine = toMachine(definition)
  const targets = targetsIn(definition)

  test('begins where XState begins', () => {
    expect(stateOf(definition, initialTransition(machine)[0])).toBe(definition.initial)
  })

  test('takes every walk as XState does, step by step', () => walkAsXStateDoes(definition, often(400)))

  const single = definition.regions ? [definition.initial] : definition.states
  const cells = single.flatMap((state) => definition.events.map((type) => [state, type] as const))
  test.each([...some(cells)])('answers in %s to %s as XState does, in every kind of world', (state, type) => {
    const snapshot = standingIn(definition, machine, state)
    const differing = some(distinctWorlds(definition, state, type)).flatMap((facts) =>
      (targets.length > 0 ? targets : [undefined]).flatMap((target) => {
        const cast = { type, facts, ...(target !== undefined && { target }) }
        const theirs = asXState(definition, machine, snapshot, cast).answer
        const ours = asReducer(definition, state, cast).answer
        return theirs === ours ? [] : [{ facts, theirs, ours }]
      }),
    )
    expect(differing).toEqual([])
  })
})

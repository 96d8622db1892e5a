import fc from 'fast-check'
import { initialTransition } from 'xstate'
import type { Definition, Facts } from '../../src/engine/definition'
import { startsIn } from '../../src/engine/place'
import { reduce } from '../../src/engine/reduce'
import { worldsRead } from '../../src/engine/worlds'
import { definition as collab } from '../../src/workflows/collab'
import { definition as discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { definition as hope } from '../../src/workflows/hope'
import { lamps } from '../support/lamps'
import { asXState, type Cast, inWords, standingIn, stateOf, toMachine } from '../support/xstate'

/** The reducer against an engine that others wrote. */

const definitions = [engineer.definition, discovery, collab, hope, lamps] as readonly Definition[]

/** What becomes of a context is not asked here: a field of it that names a target is in the event. */
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
  const conditions = [...new Set([...asked].map(({ when }) => when))]
  const kind = (facts: Facts) => conditions.map((when) => when !== undefined && guards[when]?.(facts)).join()
  const { worlds } = worldsRead(domain, kind)
  return [...new Map(worlds.map((facts) => [kind(facts), facts])).values()]
}

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
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

  test('begins where XState begins', () => {
    expect(stateOf(definition, initialTransition(machine)[0])).toBe(definition.initial)
  })

  test('takes every walk as XState does, step by step', () => {
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
      // XState takes its time with as many rows as hope has.
      { numRuns: definition.rows.length > 150 ? 25 : 400 },
    )
  })

  const single = definition.regions ? [definition.initial] : definition.states
  test.each(single)('answers in %s as XState does, to every event in every kind of world', (state) => {
    const snapshot = standingIn(definition, machine, state)
    const differing = definition.events.flatMap((type) =>
      distinctWorlds(definition, state, type).flatMap((facts) =>
        (targets.length > 0 ? targets : [undefined]).flatMap((target) => {
          const cast = { type, facts, ...(target !== undefined && { target }) }
          const theirs = asXState(definition, machine, snapshot, cast).answer
          const ours = asReducer(definition, state, cast).answer
          return theirs === ours ? [] : [{ type, facts, theirs, ours }]
        }),
      ),
    )
    expect(differing).toEqual([])
  })
})

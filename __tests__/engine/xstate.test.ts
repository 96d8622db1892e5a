import fc from 'fast-check'
import { createMachine, initialTransition, transition } from 'xstate'
import type { Definition, Facts, Row } from '../../src/engine/definition'
import { reduce, startsIn } from '../../src/engine/reduce'
import { combinations } from '../../src/engine/verify'
import { engineer } from '../../src/workflows/engineer'

/**
 * The reducer against an engine that others wrote: each definition becomes an XState machine, whose own rules choose
 * among the rows.
 */

const definitions = [engineer.definition] as readonly Definition[]

/** Guards by name, facts in the event, the row as the action. `same` becomes a transition without a target. */
function toMachine({ name, initial, states, events, rows, guards }: Definition) {
  const toTransition = (row: Row<string, string, string, unknown>) => ({
    ...(row.when !== undefined && { guard: row.when }),
    ...(row.to !== 'same' && { target: row.to }),
    actions: { type: row.id, params: { row: rows.indexOf(row) } },
  })
  const toState = (state: string) => ({
    on: Object.fromEntries(
      events.map((event) => [event, rows.filter((row) => row.on === event && startsIn(row, state)).map(toTransition)]),
    ),
  })
  return createMachine(
    { id: name, initial, states: Object.fromEntries(states.map((state) => [state, toState(state)])) },
    {
      guards: Object.fromEntries(
        Object.entries(guards).map(([guard, holds]) => [guard, ({ event }) => holds((event as unknown as Cast).facts)]),
      ),
    },
  )
}

interface Cast {
  type: string
  facts: Facts
}
type Machine = ReturnType<typeof toMachine>
type Snapshot = ReturnType<Machine['resolveState']>

const inWords = (id: string, index: number, state: string) => `row ${index} (${id}) leads to ${state}`

/** What XState answers: the next snapshot, and the row and the state in words. */
function asXState(machine: Machine, snapshot: Snapshot, cast: Cast): { next: Snapshot; answer: string } {
  const [next, actions] = transition(machine, snapshot, cast)
  const answer = actions.map(({ type, params }) =>
    inWords(type, (params as unknown as { row: number }).row, String(next.value)),
  )
  return { next, answer: answer.join(' and ') }
}

function asReducer(definition: Definition, from: string, { type, facts }: Cast): { next: string; answer: string } {
  const { state, row } = reduce(definition, from, type, facts)
  return { next: state, answer: inWords(row.id, definition.rows.indexOf(row), state) }
}

/** All worlds, one of each kind that the conditions of the state's rows tell apart. */
function distinctWorlds({ domain, rows, guards }: Definition, state: string): Facts[] {
  const conditions = [...new Set(rows.filter((row) => startsIn(row, state)).map(({ when }) => when))]
  const kind = (facts: Facts) => conditions.map((when) => when !== undefined && guards[when]?.(facts)).join()
  return [...new Map(combinations(domain).map((facts) => [kind(facts), facts])).values()]
}

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  const machine = toMachine(definition)
  const anyFacts = fc.record(
    Object.fromEntries(Object.entries(definition.domain).map(([fact, values]) => [fact, fc.constantFrom(...values)])),
  ) as fc.Arbitrary<Facts>
  const anyCast = fc.record({ type: fc.constantFrom(...definition.events), facts: anyFacts })

  test('begins where XState begins', () => {
    expect(initialTransition(machine)[0].value).toBe(definition.initial)
  })

  test('takes every walk as XState does, step by step', () => {
    fc.assert(
      fc.property(fc.array(anyCast, { minLength: 30, maxLength: 60 }), (casts) => {
        let [snapshot] = initialTransition(machine)
        let state = definition.initial
        for (const cast of casts) {
          const theirs = asXState(machine, snapshot, cast)
          const ours = asReducer(definition, state, cast)
          expect(theirs.answer).toBe(ours.answer)
          snapshot = theirs.next
          state = ours.next
        }
      }),
      { numRuns: 400 },
    )
  })

  test.each(definition.states)('answers in %s as XState does, to every event in every kind of world', (state) => {
    const worlds = distinctWorlds(definition, state)
    const snapshot = machine.resolveState({ value: state })
    const differing = definition.events.flatMap((type) =>
      worlds.flatMap((facts) => {
        const theirs = asXState(machine, snapshot, { type, facts }).answer
        const ours = asReducer(definition, state, { type, facts }).answer
        return theirs === ours ? [] : [{ type, facts, theirs, ours }]
      }),
    )
    expect(differing).toEqual([])
  })
})

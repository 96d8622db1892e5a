import { initialTransition } from 'xstate'
import { trials } from '../../../src/engine/assignments'
import type { Definition } from '../../../src/engine/definition'
import { partsOf } from '../../../src/engine/place'
import { reduce } from '../../../src/engine/reduce'
import { definition as collab } from '../../../src/workflows/collab'
import { definition as discovery } from '../../../src/workflows/discovery'
import { engineer } from '../../../src/workflows/engineer'
import { definition as hope } from '../../../src/workflows/hope'
import { lamps } from '../../support/sample-machines'
import { asXState, type Cast, inWords, standingIn, stateOf, toMachine } from '../../support/xstate'

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

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  const machine = toMachine(definition)
  const targets = targetsIn(definition)

  test('begins where XState begins', () => {
    expect(stateOf(definition, initialTransition(machine)[0])).toBe(definition.initial)
  })

  test('answers as XState does, wherever it leads, to every event in every world', () => {
    // Of parallel regions, not every state of one can be met with every state of the others.
    const found = new Set(definition.regions ? [definition.initial] : definition.states)
    const differing: object[] = []
    for (const state of found) {
      const snapshot = standingIn(definition, machine, state)
      for (const type of definition.events) {
        for (const target of targets.length > 0 ? targets : [undefined]) {
          // Once for each way in which the facts that are read turn out.
          const worlds = trials(definition.domain, (facts) => {
            const cast = { type, facts, ...(target !== undefined && { target }) }
            return {
              cast,
              theirs: asXState(definition, machine, snapshot, cast),
              ours: asReducer(definition, state, cast),
            }
          })
          for (const { answer } of worlds) {
            const { cast, theirs, ours } = answer
            if (theirs.answer !== ours.answer) differing.push({ state, cast, theirs: theirs.answer, ours: ours.answer })
            found.add(ours.next)
          }
        }
      }
    }
    expect(differing).toEqual([])
    const parts = new Set([...found].flatMap(partsOf))
    expect(definition.states.filter((state) => !parts.has(state))).toEqual([])
  })
})

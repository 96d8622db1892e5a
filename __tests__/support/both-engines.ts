import fc from 'fast-check'
import { initialTransition } from 'xstate'
import type { Definition, Facts } from '../../src/engine/definition'
import { reduce } from '../../src/engine/reduce'
import { definition as collab } from '../../src/flows/collab'
import { definition as discovery } from '../../src/flows/discovery'
import { engineer } from '../../src/flows/engineer'
import { definition as hope } from '../../src/flows/hope'
import { lamps } from './sample-machines'
import { asXState, type Cast, inWords, toMachine } from './xstate'

/** Compares the reducer with XState. */

export const definitions = [engineer.definition, discovery, collab, hope, lamps] as readonly Definition[]

/** Contexts are not compared: if a field names a target, it is in the event. */
export function asReducer(
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
export const targetsIn = ({ rows }: Definition): readonly string[] => [
  ...new Set(rows.flatMap(({ to }) => (typeof to === 'string' ? [] : to.among))),
]

/** Fails if XState takes another path in any of the random walks, step by step. */
export function walkAsXStateDoes(definition: Definition, numRuns: number): void {
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

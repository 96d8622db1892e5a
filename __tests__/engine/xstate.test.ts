import { initialTransition } from 'xstate'
import { assignmentsOfReadFacts, combinations } from '../../src/engine/assignments'
import type { Definition, Facts } from '../../src/engine/definition'
import { startsIn } from '../../src/engine/place'
import { asReducer, definitions, targetsIn, walkAsXStateDoes } from '../support/both-engines'
import { often, some } from '../support/proving'
import { asXState, standingIn, stateOf, toMachine } from '../support/xstate'

/** The reducer against an engine that others wrote. */

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

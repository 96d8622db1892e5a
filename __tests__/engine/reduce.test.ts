import fc from 'fast-check'
import type { Context, Definition, Row } from '../../src/engine/definition'
import { maxHops, peekTransition, reduce } from '../../src/engine/reduce'
import { knocking, lamps } from '../support/sample-machines'

type Place = 'outside' | 'hall' | 'cellar'
type Act = 'enter' | 'leave' | 'knock'
type Question = 'key' | 'light'

const house: Definition<string, Place, Act, Question> = {
  name: 'house',
  initial: 'outside',
  goal: 'cellar',
  states: ['outside', 'hall', 'cellar'],
  errors: [],
  events: ['enter', 'leave', 'knock'],
  guards: { key: ({ key }) => key === true, light: ({ light }) => Number(light) > 0 },
  rows: [
    { id: 'H1', on: 'enter', from: 'outside', when: 'key', to: 'hall', kind: 'advance', effects: ['turn', 'creak'] },
    { id: 'H2', on: 'enter', from: 'outside', when: 'light', to: 'same', kind: 'stay', effects: ['wave'] },
    { id: 'H3', on: 'enter', from: 'outside', to: 'same', kind: 'block' },
    { id: 'H4', on: 'enter', from: 'hall', to: 'cellar', kind: 'advance' },
    { id: 'H5', on: 'enter', from: 'cellar', to: 'same', kind: 'no-op' },
    { id: 'H6', on: 'leave', from: ['hall', 'cellar'], to: 'outside', kind: 'advance' },
    { id: 'H7', on: 'knock', from: ['outside', 'hall'], when: 'light', to: 'same', kind: 'show' },
  ],
  domain: { key: [false, true], light: [0, 1] },
  possible: () => true,
  laws: [],
}
const nothing = { key: false, light: 0 }

test('the effects are returned as they stand in the table, in their order', () => {
  expect(reduce(house, 'outside', 'enter', { key: true, light: 0 }).effects).toEqual(['turn', 'creak'])
})

test('the trace names the rows that were tried, the one that answered last', () => {
  expect(reduce(house, 'outside', 'enter', { key: true, light: 1 }).trace).toEqual(['H1'])
  expect(reduce(house, 'outside', 'enter', nothing).trace).toEqual(['H1', 'H2', 'H3'])
})

test('a hole throws, with the names of workflow, event and state', () => {
  expect(() => reduce(house, 'cellar', 'knock', nothing)).toThrow('house: no row answers knock in cellar')
  expect(() => reduce(house, 'outside', 'knock', nothing)).toThrow('house: no row answers knock in outside')
})

test('the same question always gets the same answer, and asking changes nothing', () => {
  const frozen = { ...house, rows: Object.freeze(house.rows.map((row) => Object.freeze({ ...row }))) }
  fc.assert(
    fc.property(
      fc.constantFrom<Place>('outside', 'hall', 'cellar'),
      fc.constantFrom<Act>('enter', 'leave'),
      fc.record({ key: fc.boolean(), light: fc.nat({ max: 3 }) }),
      (state, event, facts) => {
        fc.pre(state !== 'outside' || event !== 'leave')
        const first = reduce(frozen, state, event, Object.freeze(facts))
        expect(reduce(frozen, state, event, facts)).toEqual(first)
      },
    ),
  )
})

/** What the flat table of the six spells does without: regions, routers, a context, events that are raised. */

const dark = 'red.dark + blue.dark'
const weak = { strong: false, wet: false }
const knocks = (context: Context) => ({ knocks: Number(context.knocks ?? 0) })

test('regions a state that no region has is a mistake of the table', () => {
  const rows = [{ id: 'X', on: 'press', from: '*', to: 'green.dark', kind: 'advance' }] as const
  expect(() => reduce({ ...lamps, rows }, dark, 'press', weak)).toThrow('no region has the state green.dark')
})

describe('a router', () => {
  test('asks for the facts as they are by then, and there', () => {
    const seen: unknown[] = []
    const facts = (context: Context, state: string) => {
      seen.push([context.knocks, state])
      return knocks(context)
    }
    expect(reduce(knocking, 'waiting', 'knock', facts, { knocks: 2 }).state).toBe('inside')
    expect(seen).toEqual([
      [2, 'waiting'],
      [3, 'ear'],
    ])
  })

  test('that no user leaves is a hole', () => {
    const rows = knocking.rows.filter(({ id }) => !id.startsWith('E'))
    expect(() => reduce({ ...knocking, rows }, 'outside', 'knock', { knocks: 0 })).toThrow(
      'no row answers always in ear',
    )
  })

  test('does not lead on for ever', () => {
    const rows: Row[] = [
      { id: 'K', on: 'knock', from: 'outside', to: 'ear', kind: 'advance' },
      { id: 'E', on: 'always', from: 'ear', to: 'ear', kind: 'advance' },
    ]
    const endless: Definition = { ...knocking, rows }
    expect(() => reduce(endless, 'outside', 'knock', { knocks: 0 })).toThrow(
      'knocking: knock in outside comes to no end',
    )
    expect(maxHops).toBe(16)
  })
})

describe('the context', () => {
  test('counts, begins again, and is what the named functions make of it and of what the event brings', () => {
    const once = reduce(knocking, 'outside', 'knock', knocks, {}, { at: 'noon' }).context
    expect(once).toEqual({ knocks: 1, at: 'noon' })
    const twice = reduce(knocking, 'waiting', 'knock', knocks, once, { at: 'one' }).context
    expect(twice).toEqual({ knocks: 2, at: 'one' })
    expect(reduce(knocking, 'waiting', 'leave', knocks, twice).context).toEqual({ knocks: 0, at: 'one' })
    expect(once).toEqual({ knocks: 1, at: 'noon' })
  })

  test('may say where a row leads', () => {
    expect(reduce(lamps, dark, 'choose', weak, { wish: 'red.broken' }).state).toBe('red.broken + blue.dark')
    expect(() => reduce(lamps, dark, 'choose', weak, { wish: 'red.bright' })).toThrow(
      'C1: wish in the context names no state',
    )
  })

  test('is not changed by a function that is not there', () => {
    expect(() => reduce({ ...knocking, updates: {} }, 'outside', 'knock', knocks)).toThrow('no update "take the time"')
  })
})

test('what an event would do is told through routers, and nothing is done', () => {
  const { row, state } = peekTransition(knocking, 'waiting', 'knock', { knocks: 3 })
  expect({ id: row.id, state }).toEqual({ id: 'K1', state: 'inside' })
  expect(peekTransition(knocking, 'waiting', 'knock', { knocks: 1 }).state).toBe('waiting')
})

test('where it depends on what the event brings, the state stays as it is', () => {
  const { row, state } = peekTransition(lamps, 'red.bright + blue.dark', 'choose', { strong: true, wet: false })
  expect({ id: row.id, state }).toEqual({ id: 'C1', state: 'red.bright + blue.dark' })
})

test('a hole throws', () => {
  expect(() => peekTransition(knocking, 'outside', 'sing', {})).toThrow('knocking: no row answers sing in outside')
})

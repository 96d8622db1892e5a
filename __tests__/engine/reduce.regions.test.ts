import type { Context, Definition, Row } from '../../src/engine/definition'
import { maxHops, reduce } from '../../src/engine/reduce'
import { knocking, lamps } from '../support/sample-machines'

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

  test('is the very same if no row has changed it', () => {
    const context = { knocks: 2 }
    expect(reduce(knocking, 'inside', 'knock', knocks, context).context).toBe(context)
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

  test('an update sees the state before', () => {
    const update = jest.fn((context: Context) => context)
    reduce({ ...knocking, updates: { 'take the time': update } }, 'outside', 'knock', knocks, {}, { at: 1 })
    expect(update).toHaveBeenCalledWith({ knocks: 1 }, { at: 1 }, 'outside')
  })
})

import { peekTransition } from '../../src/engine/reduce'
import { knocking, lamps } from '../support/sample-machines'

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

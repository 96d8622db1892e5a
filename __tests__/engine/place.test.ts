import { isState, joinParts, matches, partsOf, routerIn, startsIn, targetsOf } from '../../src/engine/place'
import { knocking, lamps } from '../support/sample-machines'

test('a state with several regions is one text, and comes apart again', () => {
  expect(partsOf('red.dark + blue.dark')).toEqual(['red.dark', 'blue.dark'])
  expect(joinParts(['red.dark', 'blue.dark'])).toBe('red.dark + blue.dark')
})

test.each([
  ['red.dark + blue.dark', true],
  ['blue.dark + red.dark', false],
  ['red.fuse + blue.dark', false],
])('whether %s can be stored: %s', (state, can) => {
  expect(isState(lamps, state)).toBe(can)
})

test('a router can never be stored, and is known wherever it stands', () => {
  expect(isState(knocking, 'ear')).toBe(false)
  expect(routerIn(lamps, 'red.fuse + blue.dark')).toBe('red.fuse')
  expect(routerIn(lamps, 'red.dark + blue.dark')).toBeUndefined()
})

test.each([
  ['red.*', 'red.dark + blue.dark', true],
  ['red.*', 'redder.dark', false],
  ['blue.dark', 'red.dark + blue.dark', true],
])('%s means %s: %s', (pattern, state, means) => {
  expect(matches(pattern, state)).toBe(means)
})

test('a row leads to each state that it may', () => {
  const wish = lamps.rows.find(({ id }) => id === 'C1')
  expect(targetsOf(lamps, wish as never, 'red.bright + blue.dark')).toEqual([
    'red.dark + blue.dark',
    'red.broken + blue.dark',
  ])
})

test('a row for all states but some starts in the others alone', () => {
  const row = { from: { except: ['red.*', 'done'] } } as const
  expect(['red.dark', 'done', 'blue.dark', 'redder.dark'].filter((state) => startsIn(row, state))).toEqual([
    'blue.dark',
    'redder.dark',
  ])
})

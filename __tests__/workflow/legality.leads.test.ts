import type { Row } from '../../src/engine/definition'
import { leads } from '../../src/workflow/legality'
import { definition as discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { knocking, lamps } from '../support/sample-machines'

test('an event leads wherever its rows, and those after them, may lead', () => {
  expect([...leads(knocking, 'waiting', 'knock')].sort()).toEqual(['inside', 'waiting'])
  expect([...leads(lamps, 'red.dark + blue.dark', 'press')].sort()).toEqual([
    'red.bright + blue.bright',
    'red.broken + blue.bright',
  ])
  expect([...leads(discovery, 'clarification_awaiting_human_review', 'approve')].sort()).toEqual([
    'contracts',
    'implementation_plan',
  ])
})

test('only by the row that is named, where one is', () => {
  expect([...leads(discovery, 'validation_awaiting_ai_review', 'approve', 'P.auto')]).toEqual(['verified'])
  expect([...leads(discovery, 'validation_awaiting_ai_review', 'approve', 'P.ai')]).toEqual([
    'validation_awaiting_human_review',
  ])
})

test('what changes nothing leads nowhere; what changes the context alone leads to where it was', () => {
  expect([...leads(discovery, 'verified', 'submit')]).toEqual([])
  expect([...leads(discovery, 'contracts', 'autonomous')]).toEqual(['contracts'])
  expect([...leads(engineer.definition, 'GATHER_EDITING', 'finite')]).toEqual([])
})

test.each([
  [{}, []],
  [{ updates: ['take the time'] }, ['inside']],
  [{ counts: 'knocks' }, ['inside']],
  [{ resets: ['knocks'] }, ['inside']],
  [{ raises: ['nothing'] }, ['inside']],
])('a row that stays and has %j leads to %j', (change, ends) => {
  const row: Row = { id: 'S1', on: 'leave', from: 'inside', to: 'same', kind: 'stay', ...change }
  expect([...leads({ ...knocking, rows: [row] }, 'inside', 'leave')]).toEqual(ends)
})

test('nothing leads from what is no state', () => {
  expect([...leads(lamps, 'somewhere', 'press')]).toEqual([])
  expect([...leads(lamps, 'red.dark + blue.dark', 'toString')]).toEqual([])
})

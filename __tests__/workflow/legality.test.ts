import type { Row } from '../../src/engine/definition'
import { leads, legalIn, verbs } from '../../src/workflow/legality'
import { definition as discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { knocking, lamps } from '../support/sample-machines'

const { states, rows, events, initial } = engineer.definition
const capital = (spell: string) => spell.charAt(0).toUpperCase() + spell.slice(1)
const may = (trigger: string, from: string, to: string, more: object = {}) =>
  legalIn(engineer)({ trigger, from, to, ...more }, from)

test('a spell leads where a row of the table leads, and nowhere else', () => {
  const leads = new Set(
    rows.flatMap(({ from, on, to }) => [from].flat().map((state) => `${on} ${state} ${to === 'same' ? state : to}`)),
  )
  const wrong: string[] = []
  for (const on of events) {
    for (const from of states) {
      for (const to of states) {
        const step = `${on} ${from} ${to}`
        if (may(capital(on), from, to) !== (from !== to && leads.has(step))) wrong.push(step)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('what is known of one step is not said of another', () => {
  const isLegal = legalIn(engineer)
  const stride = { trigger: 'Accio', from: 'GATHER_NEEDS_CONTEXT', to: 'GATHER_EDITING_CONTEXT' }
  const asked = [{}, { row: 'undefined' }, { row: 'GC1' }, { row: 'G4' }, { to: 'ACHIEVE_TASK_EXECUTED' }, {}]
  expect(asked.map((more) => isLegal({ ...stride, ...more }, undefined))).toEqual([
    true,
    false,
    true,
    false,
    false,
    true,
  ])
})

test('every line begins where the one before led', () => {
  const stride = { trigger: 'Accio', from: 'GATHER_NEEDS_CONTEXT', to: 'GATHER_EDITING_CONTEXT' }
  expect(legalIn(engineer)(stride, undefined)).toBe(true)
  expect(states.filter((before) => legalIn(engineer)(stride, before))).toEqual(['GATHER_NEEDS_CONTEXT'])
})

test.each(states)('from %s', (from) => {
  const anywhere = (trigger: string, more: object) => states.filter((to) => may(trigger, from, to, more))
  expect(anywhere('New', { archive: '.ai/archive/a' })).toEqual([from])
  expect(anywhere('New', {})).toEqual([])
  expect(anywhere('Override', { note: 'because' })).toEqual(states)
  expect(anywhere('Override', {})).toEqual([])
  expect(anywhere('Doctor', {})).toEqual(states)
  expect(anywhere('Undo', { undoes: 'a', undoneFrom: 'GATHER_EDITING' })).toEqual(['GATHER_EDITING'])
  expect(anywhere('Undo', { undoes: 'a' })).toEqual([])
  expect(anywhere('Undo', { undoes: 'a', isCutOff: true })).toEqual(states)
  expect(anywhere('Undo', {})).toEqual([])
})

test('what is neither a spell nor a verb leads nowhere', () => {
  expect(Object.keys(verbs)).toEqual(['New', 'Undo', 'Override', 'Rename', 'Doctor'])
  expect(may('Rename', initial, initial)).toBe(true)
  expect(may('Rename', initial, 'GATHER_EDITING_CONTEXT')).toBe(false)
  for (const trigger of ['', 'Alohomora', 'toString', 'Lumos'])
    expect(may(trigger, initial, 'GATHER_EDITING_CONTEXT')).toBe(false)
})

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

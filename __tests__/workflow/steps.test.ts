import type { Row } from '../../src/engine/definition'
import { leads, legalIn, verbs } from '../../src/workflow/legality'
import { rowsOf, type StepLine, statesOf } from '../../src/workflow/steps'
import { missingFiles } from '../../src/workflow/transition'
import { definition as discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { knocking, lamps } from '../support/sample-machines'

/** A story that is written, and read, in each of two chapters. */
const each = [
  { chapter: 'one', next: 'two' },
  { chapter: 'two', next: 'told', end: 'print' },
]
const states = ['{chapter}', '{chapter}_read', 'told']

/** The rows of lines, without those that show a state. */
const rowsIn = (...steps: readonly StepLine[]) => rowsOf({ each, states, steps }).filter(({ kind }) => kind !== 'show')

test('states that stand together stand once for each, in the order of the work', () => {
  expect(statesOf({ each, states })).toEqual(['one', 'one_read', 'two', 'two_read', 'told'])
})

test('a line that leads on stands once for each; what one of them does not have is left out', () => {
  const line = { id: 'R', word: 'read', from: '{chapter}', to: '{next}', do: ['keep'], then: '{end}' }
  expect(rowsIn(line)).toEqual([
    { id: 'R', on: 'read', from: 'one', to: 'two', kind: 'advance', updates: ['keep'] },
    { id: 'R', on: 'read', from: 'two', to: 'told', kind: 'advance', updates: ['keep'], raises: ['print'] },
  ])
})

test('a line that leads nowhere stands once, for all of them or for those that it names', () => {
  const from = ['{chapter}', '{chapter}_read']
  expect(
    rowsIn(
      { id: 'A', word: 'read', from, answer: 'refuse' },
      { id: 'B', word: 'read', from, answer: 'wrong', when: 'good', only: ['two'] },
      { id: 'C.{word}', word: ['read', 'tell'], from: '{chapter}', answer: 'nothing', except: ['one'] },
    ),
  ).toEqual([
    { id: 'A', on: 'read', from: ['one', 'one_read', 'two', 'two_read'], to: 'same', kind: 'block' },
    { id: 'B', on: 'read', from: ['two', 'two_read'], when: 'good', to: 'same', kind: 'invalid' },
    { id: 'C.read', on: 'read', from: ['two'], to: 'same', kind: 'no-op' },
    { id: 'C.tell', on: 'tell', from: ['two'], to: 'same', kind: 'no-op' },
  ])
})

test('lines that stand together stand together for each, so that the first that holds is the first of the file', () => {
  const from = '{chapter}'
  const rows = rowsIn(
    { id: 'long', word: 'read', from, when: 'long', to: '{chapter}_read' },
    { id: 'R', word: 'read', from, to: '{next}', except: ['two'] },
  )
  expect(rows.map(({ id, from }) => `${id} ${from}`)).toEqual(['long one', 'R one', 'long two'])
})

test('what goes back goes where the memory says, to one of all', () => {
  expect(rowsIn({ id: 'again', word: 'again', from: '*', to: { back: 'chapter' }, files: 'put aside' })).toEqual([
    {
      ...{ id: 'again', on: 'again', from: '*', to: { field: 'chapter', among: ['one', 'two'] }, kind: 'advance' },
      effects: [{ do: 'change', changes: 'put aside' }],
    },
  ])
})

test('a line can stand for a state and all later ones, but for those where the work is over', () => {
  const steps = [
    { id: 'T{at}', word: 'read', from: { after: '{chapter}' }, when: '{chapter}', to: '{chapter}' },
    { id: 'N', word: 'read', from: { since: 'two' }, answer: 'refuse' },
  ] as const
  const rows = rowsOf({ each, states, goals: ['told'], hidden: states, steps })
  expect(rows.map(({ id, from }) => `${id} ${[from].flat()}`)).toEqual([
    'T1 one_read,two,two_read',
    'T2 two_read',
    'N two,two_read',
  ])
})

test('a line stands for those that have what it starts from, and what it says that they have', () => {
  const lines = [
    { id: 'P', word: 'print', from: '{chapter}', has: 'end', to: '{next}', do: ['bind', '{end}', '{more}'] },
    { id: 'E', word: 'read', from: '{end}', to: '{next}' },
  ]
  expect(rowsIn(...lines).map(({ id, from, updates }) => [id, [from].flat(), updates])).toEqual([
    ['P', ['two'], ['bind', 'print']],
    ['E', ['print'], undefined],
  ])
})

test('at the end each state is shown', () => {
  const [first, ...others] = rowsOf({ each, states, steps: [] })
  expect(first).toEqual({ id: 'S.one', on: 'status', from: 'one', to: 'same', kind: 'show' })
  expect(others).toHaveLength(4)
})

const missing = (state: string, ...there: string[]) =>
  missingFiles(engineer, state, Object.fromEntries(there.map((name) => [`.ai/task/${name}`, true])))

test('a state misses the files that it needs and that are not there, in the order of the work', () => {
  expect(missing('ACHIEVE_TASK_EXECUTED')).toEqual(['.ai/task/plan.md', '.ai/task/task.md'])
  expect(missing('ACHIEVE_TASK_EXECUTED', 'plan.md')).toEqual(['.ai/task/task.md'])
  expect(missing('ACHIEVE_TASK_EXECUTED', 'plan.md', 'task.md')).toEqual([])
})

test('a state that needs nothing misses nothing', () => {
  expect(missing('GATHER_NEEDS_CONTEXT')).toEqual([])
})

describe('a step is legal', () => {
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

  test.each([
    [{ updates: ['take the time'] }, ['inside']],
    [{ counts: 'knocks' }, ['inside']],
    [{ resets: ['knocks'] }, ['inside']],
    [{ raises: ['nothing'] }, ['inside']],
  ])('a row that stays and has %j leads to %j', (change, ends) => {
    const row: Row = { id: 'S1', on: 'leave', from: 'inside', to: 'same', kind: 'stay', ...change }
    expect([...leads({ ...knocking, rows: [row] }, 'inside', 'leave')]).toEqual(ends)
  })
})

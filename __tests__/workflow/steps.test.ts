import { rowsOf, type StepLine, statesOf } from '../../src/workflow/steps'

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

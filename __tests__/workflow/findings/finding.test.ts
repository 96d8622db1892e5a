import { answerMistakes, isUnchanged, settledBy, stillOpen, withFound } from '../../../src/workflow/findings/finding'

const [zone, end] = [
  { name: 'B1', text: 'no zone' },
  { name: 'B2', text: 'no end' },
]

test('what is found again is open again under its name, and what is new gets the next one', () => {
  const held = [{ ...zone, how: 'UTC everywhere' }, end]
  expect(withFound(held, ['No zone.', 'no quotes'], 'B', 2)).toEqual({
    all: [zone, end, { name: 'B3', text: 'no quotes' }],
    last: 3,
  })
})

test('what nothing is said of holds the step; the rest is settled by its name', () => {
  const answers = { B1: 'UTC everywhere', B2: ' ' }
  expect(stillOpen([zone, end], answers)).toEqual([end])
  expect(settledBy([zone, end], { B1: 'UTC everywhere' })).toEqual([{ ...zone, how: 'UTC everywhere' }, end])
})

// biome-ignore format: one answer a line
test.each([
  ['a name that is not open', { B7: 'UTC everywhere' }, 'B7: is not open; open: B1, B2'],
  ['nothing', { B1: '' }, 'B1: is empty; what was done, or seen?'],
  ['too little', { B1: 'fixed' }, 'B1: “fixed” says nothing; what was done, or seen?'],
])('%s is no answer', (_, answers, mistake) => {
  expect(answerMistakes([zone, end], answers)).toEqual([mistake])
})

test('if each has to be answered by itself, neither its text nor the answer to another is an answer', () => {
  const asked = [{ name: 'F1', text: 'Name the callers' }, end]
  const answers = { F1: 'Name the callers', B2: 'it ends with a row', R1: 'it ends with a row' }
  const isFree = (name: string) => name.startsWith('R')
  expect(answerMistakes(asked, answers, { isFree, isOwn: true })).toEqual([
    'F1: only repeats what it answers',
    'R1: says the same as B2',
  ])
  expect(answerMistakes(asked, answers, { isFree })).toEqual([])
})

test('white space in a text is no change; a word is one', () => {
  const before = { decisions: ['Semicolons separate the fields.'] }
  expect(isUnchanged(before, { decisions: [' Semicolons  separate\nthe fields .'] })).toBe(true)
  expect(isUnchanged(before, { decisions: ['Commas separate the fields.'] })).toBe(false)
  expect(isUnchanged(undefined, before)).toBe(false)
})

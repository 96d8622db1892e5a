import { notedOf } from '../../src/check/noted'
import type { HistoryLine } from '../../src/work/history/history-line'

const place = { where: 'history.jsonl', line: 5, index: 4 }
const approving = (row: string, about: HistoryLine['about']): HistoryLine => ({
  timestamp: '',
  transition: 'a → b',
  trigger: 'Approve',
  row,
  ...(about && { about }),
})
const noted = (row: string, about: HistoryLine['about']) => notedOf(approving(row, about), place, String)

test.each([
  ['P.auto', { by: 'ai', autonomous: true }],
  ['P.hu-auto', { by: 'ai', autonomous: true }],
])('that autonomous mode stood for a human is told: %s %j', (row, about) => {
  expect(noted(row, { ...about, phase: 'contracts' })).toMatchObject([
    { code: 'autonomous', line: 5, message: expect.stringContaining('“contracts”') },
  ])
})

test.each([
  ['P.hu', { by: 'human' }],
  ['P.ai', { by: 'ai' }],
  ['P.auto-held', { by: 'ai' }],
])('an approval by who had to approve is a plain step: %s %j', (row, about) => {
  expect(noted(row, about)).toEqual([])
})

test.each<[string, string, string, string, Partial<HistoryLine>?]>([
  ['Override', 'X', 'override', 'The work was moved from “a” to “b” around the table: as it was wanted'],
  ['Undo', 'undo', 'undo', 'A step was taken back: from “a” to “b”.'],
  ['Doctor', 'doctor', 'adopted', 'A repair, or a change by hand, was taken over: as it was wanted'],
  ['Doctor', 'merged', 'merged', 'Two sides of a merge were settled: as it was wanted', { tip: '0'.repeat(40) }],
])('%s with the row %s is told in a sentence', (trigger, row, rule, message, more = {}) => {
  const line = { timestamp: '', transition: 'a → b', trigger, row, note: 'as it was wanted', ...more }
  expect(notedOf(line, place, String)).toMatchObject([{ code: rule, message }])
})

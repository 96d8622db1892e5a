import { stepsText } from '../../../src/show/report-words'
import type { HistoryLine } from '../../../src/work/history/history-line'
import { wordCounts } from '../../../src/work/history/word-counts'

const steps = (words: string) => words.split(' ').map((word) => ({ word }) as HistoryLine)

test.each([
  ['- -', '2 steps'],
  ['said', "1 step: 1 on the developer's word"],
  ['typed said said granted', "4 steps: 4 on the developer's word"],
  ['unseen said', "2 steps: 1 on the developer's word, 1 not seen"],
  ['said - typed doctor', "4 steps, 2 of them for the developer to say: 2 on the developer's word"],
])('steps with the words %s are told as %s', (words, expected) => {
  const lines = steps(words)
  const counts = wordCounts(lines)
  expect(stepsText(lines.length, counts)).toBe(expected)
  expect(wordCounts(lines.slice(1), wordCounts(lines.slice(0, 1)))).toEqual(counts)
})

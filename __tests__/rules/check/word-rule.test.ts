import { wordRule } from '../../../src/rules/check/word-rule'
import type { HistoryLine } from '../../../src/work/history/history-line'

/** What is found of steps, each its word and what it takes back, in the lines after the base's. */
function foundIn(steps: readonly string[], base = 0) {
  const rule = wordRule()
  for (const [index, step] of steps.entries()) {
    const [word, undone] = step.split(' ')
    const line = { digest: `${index + 1}`, ...(word !== '-' && { word }), ...(undone && { undoes: undone }) }
    rule.take(line as HistoryLine, { where: 'history', line: index + 1, index }, index < base)
  }
  const [unseen] = rule.end().unseen
  return unseen && `${unseen.line}: ${unseen.message.replace(/ made without .* seen/, '')}`
}

test.each([
  ['no word', ['-', '-'], 0, undefined],
  ['seen words', ['said', 'typed', 'granted'], 0, undefined],
  ['one unseen', ['said', '-', 'unseen'], 0, '3: 1 of 2 steps was: line 3.'],
  ['many unseen', Array(7).fill('unseen'), 0, '1: 7 of 7 steps were: lines 1, 2, 3, 4, 5 and 2 more.'],
  [
    'hundreds unseen',
    Array(900).fill('unseen'),
    100,
    '101: 800 of 800 steps were: lines 101, 102, 103, 104, 105 and 795 more.',
  ],
  ['one that the base has', ['unseen', 'said', 'unseen'], 1, '3: 1 of 2 steps was: line 3.'],
  ['one taken back with a seen word', ['unseen', 'typed 1'], 0, undefined],
  ['one taken back without', ['unseen', 'unseen 1'], 0, '1: 2 of 2 steps were: lines 1, 2.'],
])('of steps with %s those without a seen word are found', (_, steps, base, expected) => {
  expect(foundIn(steps, base)).toBe(expected)
})

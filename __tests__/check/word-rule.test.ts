import { wordRule } from '../../src/check/word-rule'
import type { HistoryLine } from '../../src/work/history/history-line'

const words = { accio: 'its name' } as const
const title = (state: string) => state.toUpperCase()

/** What is found of steps, each its word and what it takes back, in the lines after the base's. */
function foundIn(steps: readonly string[], base = 0) {
  const rule = wordRule({ words }, title, 'spell undo')
  for (const [index, step] of steps.entries()) {
    const [word, undone] = step.split(' ')
    const digest = `${index + 1}`
    const line = { transition: 'a → b', trigger: undone ? 'Undo' : 'Accio', digest, word, undoes: undone }
    rule.take(line as HistoryLine, { where: 'history', line: index + 1, index }, index < base)
  }
  return rule.end().unseen.map(({ line, message }) => `${line}: ${message}`)
}

const place = { where: 'history', line: 1, index: 0 }
const named = (line: number, what = 'Accio') =>
  `${line}: ${what}, from “A” to “B”, was by the agent, and spell has seen no word for it.`
const twenty = (first: number) => Array.from({ length: 20 }, (_, index) => named(first + index))

test.each([
  ['no word', [''], 0, []],
  ['seen words', ['said', 'typed', 'granted'], 0, []],
  ['one unseen', ['said', '', 'unseen'], 0, [named(3)]],
  ['20 unseen', Array(20).fill('unseen'), 0, twenty(1)],
  ['21 unseen', Array(21).fill('unseen'), 0, [...twenty(1), '21: One more step was by the agent, from this one on.']],
  [
    'hundreds unseen',
    Array(900).fill('unseen'),
    100,
    [...twenty(101), expect.stringMatching(/: 780 more steps were by the agent, from this one on\.$/)],
  ],
  ['one that the base has', ['unseen', 'said', 'unseen'], 1, [named(3)]],
  ['one taken back with a seen word', ['unseen', 'typed 1'], 0, []],
  ['one taken back without', ['unseen', 'unseen 1'], 0, [named(1), named(2, 'Undo')]],
])('of steps with %s those without a seen word are named', (_, steps, base, expected) => {
  expect(foundIn(steps, base)).toEqual(expected)
})

test('a step is taken back with the command of its workflow', () => {
  const rule = wordRule({ words }, title, 'spell rfc undo --work cache')
  rule.take({ transition: 'a', trigger: 'Accio', word: 'unseen' } as HistoryLine, place, false)
  expect(rule.end().unseen).toEqual([
    expect.objectContaining({ fix: 'spell rfc undo --work cache   # to before this step, then say the word again' }),
  ])
})

test.each([
  { trigger: 'constructor', row: 'constructor' },
  { trigger: 'Freeze', row: 'constructor', via: 5, about: null },
  { trigger: 'New', row: {}, about: [] },
])('an entry that was edited to %j is named by what it has', (edited) => {
  const names: Readonly<Record<string, string>> = {}
  const rule = wordRule({ words: { freeze: (_, rows) => rows.map((row) => names[row])[0] } }, title, 'spell undo')
  rule.take({ transition: 'a', word: 'unseen', ...edited } as unknown as HistoryLine, place, false)
  expect(rule.end().unseen).toEqual([expect.objectContaining({ message: expect.stringContaining('by the agent') })])
})

import { findingsOf, type WrongChange } from '../../src/check/criteria-findings'

const long = `header ${'x'.repeat(100)}`
const texts = new Map([
  ['a', { text: 'a header row', line: 3 }],
  ['b', { text: long, line: 4 }],
])
const changed = (text: string, number: number): WrongChange => ({
  kind: 'reworded',
  place: { where: 'history', line: 7, index: 6 },
  number,
  text,
})
const said = (...changes: WrongChange[]) =>
  findingsOf(changes, { texts, fix: 'spell lumos' }).map(({ message }) => message)

test('criteria are named by their numbers and what they say today, a long one by its beginning', () => {
  expect(said(changed('a', 1), changed('b', 2), changed('gone', 3))).toEqual([
    '3 criteria were reworded before this, outside planning, and the developer has not agreed to it: ' +
      `number 1, now “a header row”; number 2, now “${long.slice(0, 80)} …”; number 3.`,
  ])
})

test('one sentence names three at most', () => {
  const [message] = said(changed('a', 1), changed('a', 2), changed('a', 3), changed('a', 4), changed('a', 5))
  expect(message).toMatch(/number 3, now “a header row” and 2 more\.$/)
})

import { type Debt, violationsOf } from '../../../src/rules/check/criteria-debts'

const long = `header ${'x'.repeat(100)}`
const texts = new Map([
  ['a', { text: 'a header row', line: 3 }],
  ['b', { text: long, line: 4 }],
])
const debt = (text: string, number: number): Debt => ({
  deed: 'reworded',
  place: { where: 'history', line: 7, index: 6 },
  number,
  text,
})
const said = (...debts: Debt[]) => violationsOf(debts, { texts, fix: 'spell lumos' }).map(({ message }) => message)

test('criteria are named by their numbers and what they say today, a long one by its beginning', () => {
  expect(said(debt('a', 1), debt('b', 2), debt('gone', 3))).toEqual([
    '3 criteria were reworded before this, outside planning, and the developer has not agreed to it: ' +
      `number 1, now “a header row”; number 2, now “${long.slice(0, 80)} …”; number 3.`,
  ])
})

test('one sentence names three at most', () => {
  const [message] = said(debt('a', 1), debt('a', 2), debt('a', 3), debt('a', 4), debt('a', 5))
  expect(message).toMatch(/number 3, now “a header row” and 2 more\.$/)
})

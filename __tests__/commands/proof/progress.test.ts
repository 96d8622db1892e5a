import { fitting } from '../../../src/commands/proof/progress'

test.each([
  ['npm test', 20, 'npm test'],
  ['npm test -- export', 8, 'npm tes…'],
  ['注文を出力する', 8, '注文を…'],
  ['🛒🛒🛒', 4, '🛒…'],
  ['npm test', 0, '…'],
  ['', 5, ''],
])('of %j in %d columns stays %j', (text, columns, shown) => {
  expect(fitting(text, columns)).toBe(shown)
})

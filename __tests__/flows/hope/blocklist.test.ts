import { blockedIn, cleanName, isBlocked } from '../../../src/flows/hope/blocklist'

test.each([
  ['Martin Fowler', 'Martin Fowler', true],
  ['Martin Fowler', 'fowler', true],
  ['fowler', 'MARTIN FOWLER', true],
  ['Ada', 'ada lovelace', true],
  ['Jean-Luc', 'jean luc', true],
  ['Ångström', 'A. ångström', true],
  ['Al', 'Alice', false],
  ['Martin Fowler', 'Martin Kleppmann', false],
  ['Kent Beck', 'Beck Kent', false],
  ['Ada', '', false],
  ['Ada', ' – ', false],
])('with %j blocked, whether %j is: %s', (blocked, asked, is) => {
  expect(isBlocked(['Grace', blocked], asked)).toBe(is ? blocked : undefined)
})

test('a name is kept in one line, without controls, and not for ever', () => {
  expect(cleanName(` a\n\u001b[31m\u202eb ${'x'.repeat(200)}`)).toBe(`a [31m b ${'x'.repeat(120)}`.slice(0, 120))
})

test('what a user has written by hand is read, and what is no name is left out', () => {
  expect(blockedIn('Ada\r\n\n  Kent   Beck \n–\n')).toEqual(['Ada', 'Kent Beck'])
  expect(blockedIn(undefined)).toEqual([])
})

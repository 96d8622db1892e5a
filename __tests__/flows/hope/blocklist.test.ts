import fc from 'fast-check'
import {
  type Blocked,
  cleanName,
  isBlocked,
  parseBlocklist,
  printBlocklist,
  withBlocked,
  withoutBlocked,
} from '../../../src/flows/hope/blocklist'

const at = '2026-08-20T15:30:00.000Z'
const listOf = (...names: string[]): readonly Blocked[] =>
  names.reduce<readonly Blocked[]>((list, name) => withBlocked(list, name, undefined, at), [])

test('a name is blocked once, in whatever case; only a new reason changes it', () => {
  const [list] = [withBlocked([], 'Martin Fowler', 'too long', at)]
  expect(list).toEqual([{ name: 'Martin Fowler', reason: 'too long', blockedAt: at }])
  expect(withBlocked(list, ' martin  FOWLER ', undefined, 'later')).toBe(list)
  expect(withBlocked(list, 'Martin Fowler', 'too long', 'later')).toBe(list)
  expect(withBlocked(list, 'martin fowler', 'too short', 'later')).toEqual([
    { name: 'Martin Fowler', reason: 'too short', blockedAt: at },
  ])
})

test('it is let in again in whatever case, by its whole name; one that is not there changes nothing', () => {
  const list = listOf('Ada', 'Kent Beck')
  expect(withoutBlocked(list, 'KENT BECK')).toEqual(listOf('Ada'))
  expect(withoutBlocked(list, 'Kent')).toBe(list)
})

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
  expect(isBlocked(listOf('Grace', blocked), asked)).toBe(is ? blocked : undefined)
})

test('a name is kept in one line, without controls, and not for ever', () => {
  expect(cleanName(` a\n\u001b[31m\u202eb ${'x'.repeat(200)}`)).toBe(`a [31m b ${'x'.repeat(120)}`.slice(0, 120))
})

test('what is written is read back', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => isBlocked([{ name: text }], text) !== undefined)
  fc.assert(
    fc.property(fc.array(name), fc.string(), (names, reason) => {
      const list = names.reduce<readonly Blocked[]>((all, one) => withBlocked(all, one, reason, at), [])
      expect(parseBlocklist(printBlocklist(list))).toEqual(list)
      for (const one of names) expect(isBlocked(list, cleanName(one))).toBeDefined()
    }),
  )
})

test.each([
  ['', 'is not valid JSON in line 1'],
  ['[\n{', 'is not valid JSON in line 2'],
  ['{}', 'is not a list'],
  ['null', 'is not a list'],
  ['[{"name":"Ada"},7]', 'has an entry 2 that is not { name, reason, blockedAt }'],
  ['[{"name":" "}]', 'has an entry 1 that is not { name, reason, blockedAt }'],
  ['[{"name":"Ada","reason":7}]', 'has an entry 1 that is not { name, reason, blockedAt }'],
])('%j is no list, and it is told why', (text, problem) => {
  expect(parseBlocklist(text)).toEqual({ problem })
})

test('what a user has written by hand may have names alone', () => {
  expect(parseBlocklist('[{"name":"Ada"}]')).toEqual([{ name: 'Ada', reason: '', blockedAt: '' }])
})

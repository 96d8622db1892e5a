import fc from 'fast-check'
import { oneOf } from '../../../src/flows/hope/one-of'
import { sessionType, types } from '../../../src/flows/hope/session-type'

// Every signal of the table, in its inflections, and in any case.
test.each<[type: string, signal: string, ...texts: string[]]>([
  ['Build', 'build', 'build a shop', 'We BUILT this'],
  ['Build', 'implement', 'implement it'],
  ['Build', 'create', 'create it', 'Creating pages'],
  ['Build', 'add', 'add it', 'added it'],
  ['Debug', 'fix', 'fix it', 'fixing'],
  ['Debug', 'bug', 'the bug', 'two bugs'],
  ['Debug', 'error', 'an error'],
  ['Debug', 'broken', 'it is broken'],
  ['Plan', 'plan', 'plan it', 'Planning'],
  ['Plan', 'design', 'design it'],
  ['Plan', 'architect', 'architect it'],
  ['Plan', 'explore', 'explore it', 'explored'],
  ['Reflect', 'postmortem', 'a postmortem', 'A post-mortem'],
  ['Reflect', 'review session', 'review session of today'],
  ['Reflect', 'what went wrong', 'what went wrong', 'What  went\nwrong here'],
])('it is %s, because of “%s”, in %j', (type, signal, ...texts) => {
  for (const text of texts)
    expect([text, sessionType(text)]).toEqual([text, { type, signals: [signal], guessed: false }])
})

// biome-ignore format: in one paragraph
test.each([
  'the address book', 'a prefix', 'the debugger', 'terrors', 'planet', 'a rebuild_it', 'Fixierung', 'what went well',
  '', 'äadd',
])('in %j no word is a signal, so Build is guessed', (text) => {
  expect(sessionType(text)).toEqual({ type: 'Build', signals: [], guessed: true })
})

test.each([
  ['fix the bug, then a postmortem', 'Reflect'],
  ['plan the fix of a broken build', 'Plan'],
  ['please add a test for the bug that is broken', 'Build'],
  ['Could you fix what we planned to build?', 'Debug'],
])('where several types have signals, a phrase of Reflect wins, then the first: %j is %s', (text, type) => {
  expect(sessionType(text).type).toBe(type)
})

test('a named type wins, and the signals are told anyway', () => {
  expect(sessionType('fix the bug', 'Reflect')).toEqual({ type: 'Reflect', signals: ['fix', 'bug'], guessed: false })
  expect(sessionType('', 'Plan')).toEqual({ type: 'Plan', signals: [], guessed: false })
})

test('every text has a type, and the same in any case', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { type, signals, guessed } = sessionType(text)
      expect(types).toContain(type)
      expect(guessed).toBe(signals.length === 0)
      expect(sessionType(text.toUpperCase().toLowerCase()).type).toBe(sessionType(text.toLowerCase()).type)
    }),
  )
})

test('a text of a megabyte has its type in a moment', () => {
  const start = Date.now()
  for (const text of [
    ' '.repeat(1_000_000),
    'please '.repeat(150_000),
    'what went '.repeat(100_000),
    '-'.repeat(1_000_000),
  ])
    sessionType(text)
  expect(Date.now() - start).toBeLessThan(5000)
})

test('a type is named in any case', () => {
  expect(['build', ' DEBUG ', 'Plan', 'reflecT', 'ship'].map((said) => oneOf(types, said))).toEqual([
    ...types,
    undefined,
  ])
})

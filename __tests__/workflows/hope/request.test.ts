import fc from 'fast-check'
import { typeOf, types } from '../../../src/workflows/hope/request'

// Every word of the table, in its inflections, and in any case.
test.each<[type: string, ...texts: string[]]>([
  ['Build', 'build a shop', 'We BUILT this'],
  ['Build', 'implement it'],
  ['Build', 'create it', 'Creating pages'],
  ['Build', 'add it', 'added it'],
  ['Debug', 'fix it', 'fixing'],
  ['Debug', 'the bug', 'two bugs'],
  ['Debug', 'an error'],
  ['Debug', 'it is broken'],
  ['Plan', 'plan it', 'Planning'],
  ['Plan', 'design it'],
  ['Plan', 'architect it'],
  ['Plan', 'explore it', 'explored'],
  ['Reflect', 'a postmortem', 'A post-mortem'],
  ['Reflect', 'review session of today'],
  ['Reflect', 'what went wrong', 'What  went\nwrong here'],
])('it is %s in %j', (type, ...texts) => {
  expect(texts.map(typeOf)).toEqual(texts.map(() => type))
})

// biome-ignore format: in one paragraph
test.each([
  'the address book', 'a prefix', 'the debugger', 'terrors', 'planet', 'a rebuild_it', 'Fixierung', 'what went well',
  '', 'äadd',
])('in %j no word says a type, so it is Build', (text) => {
  expect(typeOf(text)).toBe('Build')
})

test.each([
  ['fix the bug, then a postmortem', 'Reflect'],
  ['plan the fix of a broken build', 'Plan'],
  ['please add a test for the bug that is broken', 'Build'],
  ['Could you fix what we planned to build?', 'Debug'],
])('where words say several types, a phrase of Reflect wins, then the first: %j is %s', (text, type) => {
  expect(typeOf(text)).toBe(type)
})

test('every text has a type, and the same in any case', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(types).toContain(typeOf(text))
      expect(typeOf(text.toUpperCase().toLowerCase())).toBe(typeOf(text.toLowerCase()))
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
    typeOf(text)
  expect(Date.now() - start).toBeLessThan(5000)
})

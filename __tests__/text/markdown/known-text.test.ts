import fc from 'fast-check'
import { knownText } from '../../../src/text/markdown/known-text'

describe('a text is known', () => {
  // biome-ignore format: a case is a line
  test.each([
    ['by its words', 'it has a header', 'it  has\ta header '],
    ['whatever marks its emphasis', 'it **must** have _one_', 'it __must__ have *one*'],
    ['with or without escapes', 'a snake_case name', 'a snake\\_case name'],
    ['with emphasis in emphasis', 'it ***must** not*', 'it _**must** not_'],
    ['with a star that is escaped', '5 * 3 is 2*8 - 1', '5 \\* 3 is 2\\*8 - 1'],
    ['however its letters are composed', 'Café', 'Cafe\u0301'],
    ['with a link to the archive of a task', 'it has a header', 'it has a header ([results](tasks/task-x/task-results.md))'],
    ['with that link behind a dash', 'it has a header', 'it has a header — [task-x](.ai/task/tasks/task-x/)'],
    ['with a link to the archive of a review', 'it has a header', 'it has a header [review](./pr-reviews/pr-review-1/)'],
    ['with that archive in words', 'it has a header', 'it has a header (results: tasks/task-x/task-results.md)'],
  ])('%s', (_, one, other) => {
    expect(knownText(other)).toBe(knownText(one))
  })

  test.each([
    ['a star for a line', '5 * 3', '5 _ 3'],
    ['a star for a line between numbers', '2*3 is 6', '2_3 is 6'],
    ['a star for a line in a name', 'all *.ts', 'all _.ts'],
    ['a star for a line in code', 'it **must** have `a * b`', 'it **must** have `a _ b`'],
    ['a star for a line beside emphasis', 'it _must_ be 5 * 3', 'it _must_ be 5 _ 3'],
    ['other letters that look alike', '①', '1'],
    ['another word', 'it has a header', 'it has a footer'],
    ['a word more', 'it has a header', 'it mostly has a header'],
    ['other letters', 'it has a header', 'it has a Header'],
    ['a character that cannot be seen', 'it has a header', 'it has\u200b a header'],
    ['a link to elsewhere', 'it has a header', 'it has a header ([results](https://example.com/tasks/x))'],
    ['another word before an archive', 'it has a header', 'it has a header (except: tasks/x)'],
    ['a link of several words', 'it has a header', 'it has a header ([only for orders](tasks/x))'],
    ['words behind a link', 'it has a header', 'it has a header ([results](tasks/x)) or not'],
    ['a second link', 'it has a header', 'it has a header ([not](tasks/x)) ([yet](tasks/x))'],
    ['text that is struck out', 'it has a header', '~~it has a header~~'],
  ])('as another one with %s', (_, one, other) => {
    expect(knownText(other)).not.toBe(knownText(one))
  })
})

test.each(['[results](tasks/x)', '— [results](tasks/x)', '([results](tasks/x))'])('%s alone is a text', (text) => {
  expect(knownText(text)).toBe(text)
})

test('what a text is known by is known by itself', () => {
  const piece = fc.constantFrom('a', ' ', '*', '_', '(', ')', '[', ']', '[x](tasks/y)', '—')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const known = knownText(pieces.join(''))
      expect(known).toBe(known.trim())
    }),
  )
})

test('takes time that grows with the text', () => {
  for (const piece of ['[', '(', ' ', '\\', '[a](', '*', '- ', '* ', 'a*', '`*', '\\*'])
    expect(knownText(piece.repeat(200_000 / piece.length)).length).toBeLessThanOrEqual(200_000)
})

import fc from 'fast-check'
import { openLines } from '../../../src/text/markdown/open-lines'
import { often, some } from '../../support/proving'
import { anyCharacter } from '../../support/random'

const questionsIn = (...lines: string[]) => openLines(`# Context\n\n${lines.join('\n')}\n`).questions
const assumedIn = (...lines: string[]) => openLines(lines.join('\n')).assumed

describe('open questions are', () => {
  // biome-ignore format: a case is a line
  test.each([
    ['the list items under the heading', ['## Open questions', '', '- Which currency?', '- Since when?']],
    ['with any marker', ['## Open questions', '* Which currency?', '2. Since when?']],
    ['with a box that is not ticked', ['## Open questions', '- [ ] Which currency?', '- [ ] Since when?']],
    ['its lines, if it has no list', ['## Open questions', '', 'Which currency?', '', 'Since when?']],
    ['in any case, at any level', ['#### OPEN QUESTIONS', '- Which currency?', '- Since when?']],
    ['with a colon', ['## Open questions:', '- Which currency?', '- Since when?']],
    ['with more behind it', ['## Open questions and assumptions', '- Which currency?', '- Since when?']],
    ['with a number or a sign before it', ['## 4. ❓ Open questions', '- Which currency?', '- Since when?']],
    ['under “Questions”', ['## Questions', '- Which currency?', '- Since when?', '# Notes', '- Peace']],
    ['under a heading with a line below it', ['Open questions', '---', '- Which currency?', '- Since when?', 'Notes', '---', '- Peace']],
    ['under a line in bold', ['**Open questions:**', '- Which currency?', '- Since when?', '', '**Notes**', '- Peace']],
    ['up to a rule, which is none', ['## Open questions', '- Which currency?', '- Since when?', '', '---', '***']],
    ['over several lines', ['## Open questions', '- Which', '  currency?', '- Since', 'when?']],
    ['below smaller headings', ['## Open questions', '### Money', '- Which currency?', '### Time', '- Since when?']],
    ['up to the next heading', ['## Open questions', '- Which currency?', '- Since when?', '## Goals', '- Peace']],
    ['without what is listed below them', ['## Open questions', '- Which currency?', '  - EUR?', '', '- Since when?']],
    ['without those that are ticked', ['## Open questions', '- [x] Why?', '- Which currency?', '- Since when?']],
    ['without comments', ['## Open questions', '<!-- one', 'a line -->', '- Which currency? <!-- a -->', '- Since when?']],
    ['with CRLF', ['## Open questions\r', '\r', '- Which currency?\r', '- Since when?\r']],
  ])('%s', (_, lines) => {
    expect(questionsIn(...lines)).toEqual(['Which currency?', 'Since when?'])
  })

  test.each(['', '-', '- ', '- [ ]', '- none', 'None.', '*none yet*', '- n/a', '…', '<!-- What is not known yet. -->'])(
    'none where %j stands there',
    (line) => {
      expect(questionsIn('## Open questions', '', line)).toEqual([])
    },
  )

  test.each(['None: all is decided.', '- none (see above)', 'No open questions so far.', 'None. It is settled'])(
    'none where %j stands there',
    (line) => {
      expect(questionsIn('## Open questions', line)).toEqual([])
    },
  )

  test.each([
    'None: or is it in EUR?',
    'None, but Kim decides on Monday',
    'None of us knows the currency',
    'Nothing works',
  ])('%j is one', (line) => {
    expect(questionsIn('## Open questions', line)).toEqual([line])
  })

  const cases = [
    '# Open',
    '## Closed and open questions',
    'Open questions',
    '```\n## Open questions\n```',
    '## Frequent questions',
    '**Open**',
    '## Questionable',
  ]
  test.each(cases)('none below %j', (line) => {
    expect(questionsIn(line, '- Which currency?')).toEqual([])
  })
})

describe('assumptions are', () => {
  test.each([
    ['criteria with the mark', '- [ ] It is in EUR (assumed)', 'It is in EUR (assumed)'],
    ['ticked ones, too', '- [x] It is in EUR (Assumed).', 'It is in EUR (Assumed).'],
    ['sentences', 'It is in EUR (assumed), as before.', 'It is in EUR (assumed), as before.'],
    ['headings', '## In EUR (assumed)', 'In EUR (assumed)'],
    ['with what is assumed', '- Which currency? (assumed: EUR)', 'Which currency? (assumed: EUR)'],
    ['with a reason', 'It is in EUR (Assumption, as before)', 'It is in EUR (Assumption, as before)'],
  ])('%s', (_, line, text) => {
    expect(assumedIn('# Plan', '', line, '', '- something else')).toEqual([text])
  })

  test('none in a comment, in a fence or in front matter', () => {
    expect(
      assumedIn('---', 'a: (assumed)', '---', '<!-- (assumed) -->', '~~~', '(assumed)', '~~~', '(assum', 'ed)'),
    ).toEqual([])
  })

  test('none under open questions, where it is one of these', () => {
    const found = openLines('## Open questions\n- In EUR? (assumed)\n')
    expect(found).toEqual({ questions: [], assumed: ['In EUR? (assumed)'] })
  })
})

// biome-ignore format: in one paragraph
const pieces = [
  '## Open questions', '(assumed)', '- ', '[x] ', '[ ] ', '\n', '\r\n', '<!--', '-->', '```', '~~~', '1. ', '#', '  ', 'a', '---',
]

test('any text has some or none, and each is one line of text', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: anyCharacter, maxLength: 3 })))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (markdown) => {
      const { questions, assumed } = openLines(markdown)
      for (const line of [...questions, ...assumed]) expect(line).not.toMatch(/[\r\n]/)
    }),
    { numRuns: often(2000) },
  )
})

test.each(some(pieces))('a megabyte of %j is read like a few lines of it', (piece) => {
  const line = `${piece}${piece} a\n`
  const read = (size: number) =>
    openLines(
      `## Open questions\n${line.repeat(size / 2 / line.length)}${piece.repeat(size / 2 / piece.length)}\n(assumed)`,
    )
  const asks = (size: number) => read(size).questions.length > 0
  expect(asks(2 ** 20)).toBe(asks(2 ** 8))
})

import fc from 'fast-check'
import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { beginningOf, code, fenced, fill, inline, sections } from '../../src/text/markdown-parts'
import { often } from '../support/proving'
import { anyCharacter } from '../support/random'

/** Text in which what could end a block or a span is frequent. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('`', '``', '```', '````', '`````', '~~~', '\n', '\r\n', '\r', '\n\n', ' ', '    ', '\t'),
      fc.constantFrom(
        '## Response to the Developer',
        '> ',
        '- ',
        '1. ',
        '<!--',
        '</pre>',
        '\\',
        '&#96;',
        '{{criteria}}',
      ),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

/** As Markdown has it: line ends are one, and a zero is none of its characters. */
const seen = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')

const blocks = (markdown: string): readonly RootContent[] => fromMarkdown(markdown).children
const withoutPosition = (node: Nodes) => ({ ...node, position: undefined })

describe('a fence', () => {
  test('holds a text', () => {
    expect(fenced('Hello.\n', 'markdown')).toBe('```markdown\nHello.\n```')
  })

  test('no text breaks out of it, or is changed by it but for line endings', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [before, block, after, ...rest] = blocks(`Before.\n\n${fenced(text, 'markdown')}\n\n## After`)
        expect([before?.type, block?.type, after?.type, rest]).toEqual(['paragraph', 'code', 'heading', []])
        expect(block?.type === 'code' && seen(block.value)).toBe(seen(text).replace(/\n$/, ''))
      }),
      { numRuns: often(1000) },
    )
  })
})

test.each([
  ['is not known', 'Refused: is not known.'],
  ['is not known.', 'Refused: is not known.'],
  ['what is so?', 'Refused: what is so?'],
])('what is filled in ends a sentence once: %s', (value, filled) => {
  expect(fill('Refused: {{because}}.', { because: value })).toBe(filled)
})

describe('a name in code', () => {
  test('no name breaks out of it or is changed by it', () => {
    const names = hostile.map((text) => seen(text).replaceAll('\n', '')).filter((name) => name.trim() !== '')
    fc.assert(
      fc.property(names, (name) => {
        const [paragraph, ...rest] = blocks(`Moved ${code(name)} away.`)
        const parts = paragraph?.type === 'paragraph' ? paragraph.children.map(withoutPosition) : []
        expect(parts).toEqual([
          { type: 'text', value: 'Moved ' },
          { type: 'inlineCode', value: name },
          { type: 'text', value: ' away.' },
        ])
        expect(rest).toEqual([])
      }),
      { numRuns: often(1000) },
    )
  })
})

test('a text in one line has no line endings', () => {
  expect(inline('one\r\n\ttwo \n three\u2028\n')).toBe('one two three ')
  // What a command prints, or is asked for, may have two.
  expect(inline('prints `5  m`  \n')).toBe('prints `5  m` ')
})

describe('placeholders', () => {
  test('are filled, each time they occur', () => {
    expect(fill('{{open}} of {{all}}, {{open}} open', { open: 0, all: 2 })).toBe('0 of 2, 0 open')
  })

  test.each([
    ['{{open}} of {{all}}', '{{all}}'],
    ['{{}}', '{{}}'],
    ['{{a b}}', '{{a b}}'],
  ])('one without a value never reaches a reader: %s', (text, named) => {
    expect(() => fill(text, { open: 1, all: undefined })).toThrow(`no value for ${named}`)
  })

  test('a value is put in as it is', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.constantFrom('$&', '$1', '{{name}}', '{{other}}')), (value) => {
        expect(fill('<{{name}}>', { name: value })).toBe(`<${value}>`)
      }),
    )
  })

  test('a text without one stays as it is', () => {
    expect(fill('{ criteria } }} $&', {})).toBe('{ criteria } }} $&')
  })
})

test('of several sections those without a body are left out', () => {
  expect(
    sections(3, [
      ['First', 'one'],
      ['Second', ''],
      ['Third', undefined],
      ['Fourth', 'four'],
    ]),
  ).toBe('### First\n\none\n\n### Fourth\n\nfour')
})

test('what is cut in the middle of code is code up to there', () => {
  const part = fc.oneof(fc.constantFrom('run', 'is', 'b '), fc.stringMatching(/^[a-z` ]{1,9}$/).map(code))
  const text = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(text, fc.nat(40), (whole, most) => {
      const [paragraph] = fromMarkdown(`${beginningOf(`a ${whole}`, most + 1)} END`).children
      const last = (paragraph as { children: readonly Nodes[] }).children.at(-1)
      expect(last).toMatchObject({ type: 'text', value: expect.stringMatching(/END$/) })
    }),
  )
})

import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { oneLine, quote } from '../../src/review/quote'
import { type Remark, withoutMark } from '../../src/review/review'
import { visible } from '../../src/text/markdown/visible'
import { hidingTexts } from '../support/hostile-texts'
import { often } from '../support/proving'
import { textWithUnseen, unseenIn } from '../support/unseen'

test.each([
  ['a', '> a'],
  ['a\r\n\r\nb\rc', '> a\n>\n> b\n> c'],
  ['\n\na\n\n\n', '> a'],
  ['# a', '> # a'],
  ['---\na: b\n---', '> ---\n> a: b\n> ---'],
  ['```suggestion\n\ta < <b>\n```', '> ```suggestion\n> \ta < <b>\n> ```'],
  ['a && b, c[0] < 5 $', '> a && b, c[0] < 5 $'],
  ['', '>'],
])('%j is quoted as %j', (text, quoted) => {
  expect(quote(text)).toBe(quoted)
})

// What is not linear takes minutes.
test.each([' ', '\n', '\r\n', '\t', '`', '<!-- spell reply r1 1 -->\n', '['])(
  'many of %j in a comment are read at once',
  (part) => {
    const text = `a${part.repeat(200_000)}b`
    expect(quote(text)).toMatch(/b$/m)
    expect(withoutMark({ text, isOwn: true } as Remark)).toEqual({ text, isPosted: false })
  },
)

test.each(hidingTexts)('%s is shown as it was written', (_, text) => {
  const [block] = fromMarkdown(quote(text)).children
  expect(block).toMatchObject({ type: 'blockquote', children: [{ type: 'code', value: text }] })
})

/** What a page shows of a document: the words between the marks. */
const shown = (node: Nodes): string => {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value
  return 'children' in node ? node.children.map(shown).join(' ') : ''
}
// biome-ignore format: in one paragraph
const parts = fc.constantFrom(
  '<!--', '-->', '<b', '>', '</b>', '[a]', '(b)', ': ', '!', '"', "'", '```', '~~~', '`', '  ', '    ', '- ', '1. ',
  '\n', '\n\n', '|', '---', '&lt;', '\\', '*', '_', '# ', '> ', '$', 'suggestion', '\t', '<?', '<![CDATA[',
)
const word = fc.stringMatching(/^x[a-e]{2}$/)

test('whatever others write, a page shows every word of it, in one quote', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, word), { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      const { children } = fromMarkdown(quote(text))
      expect(children.map(({ type }) => type)).toEqual(['blockquote'])
      const page = shown(children[0] as Nodes).replace(/\s/g, '')
      for (const one of text.match(/x[a-e]{2}/g) ?? []) expect(page).toContain(one)
    }),
    { numRuns: often(3000) },
  )
})

test('and none of it is unseen', () => {
  fc.assert(
    fc.property(textWithUnseen, (text) => {
      expect(unseenIn(quote(text))).toEqual([])
      expect(quote(text)).toBe(quote(visible(text.replace(/\r\n?/g, '\n'))))
    }),
  )
})

test('a name becomes one line', () => {
  expect(oneLine(' a\r\n## b\u2028c\u202e ')).toBe('a ## b c[U+202E]')
})

import fc from 'fast-check'
import { inline } from '../../../src/text/markdown/code'
import { shownProse, shownText } from '../../../src/text/markdown/shown-text'
import { visible } from '../../../src/text/markdown/visible'
import { nodes, parseGfm } from '../../support/gfm'
import { anyHostileText, hostileTexts } from '../../support/hostile-texts'
import { often } from '../../support/proving'

/** What a reader sees, given that only text, empty comments and these are there. */
function seen(markdown: string, allowed: readonly string[] = []): string {
  const all = [...nodes(parseGfm(markdown))]
  const others = all.filter(
    ({ type, value }) =>
      !['root', 'paragraph', 'text', ...allowed].includes(type) && !(type === 'html' && value === '<!-- -->'),
  )
  expect(others.map(({ type }) => type)).toEqual([])
  return all.map(({ type, value = '' }) => (type === 'html' ? '' : value)).join('')
}

/** What GitHub makes a link or a mention in any text, unless a comment separates it. */
const finds = /@[\w-]|(?:^|\W)(?:#|GH-)\d|:\/\/|www\./i

describe('a foreign text', () => {
  test.each(hostileTexts)('%j is shown as it is', (text) => {
    const markdown = shownText(text)
    expect(seen(markdown)).toBe(visible(inline(text).trim()))
    expect(markdown).not.toMatch(finds)
  })

  test('is shown as it is, in one line, wherever it stands', () => {
    fc.assert(
      fc.property(anyHostileText, (text) => {
        const markdown = shownText(text)
        expect(markdown).not.toContain('\n')
        expect(markdown).not.toMatch(finds)
        const expected = visible(inline(text).trim())
        expect(seen(markdown)).toBe(expected)
        expect(seen(`a ${markdown}`)).toBe(`a ${expected}`.trim())
        expect(seen(`- ${markdown}`, ['list', 'listItem'])).toBe(expected)
      }),
      { numRuns: often(1000) },
    )
  })
})

test('of a text that is Markdown code and what is emphasised are read, and nothing else', () => {
  expect(shownProse('run `npm  test`, **not `x` @me** <b>')).toBe('run `npm  test`, **not `x` @<!-- -->me** \\<b\\>')
  expect(shownProse('_one_, 2 * 3 * 4, a_b_c, *.ts,*.js, **[a](b)**')).toBe(
    '_one_, 2 \\* 3 \\* 4, a\\_b\\_c, \\*.ts,\\*.js, \\*\\*\\[a\\](b)\\*\\*',
  )
  fc.assert(
    fc.property(anyHostileText, (text) => {
      seen(`a ${shownProse(text)}`, ['inlineCode', 'emphasis', 'strong'])
    }),
    { numRuns: often(1000) },
  )
})

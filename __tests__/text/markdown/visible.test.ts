import fc from 'fast-check'
import { shownCommand } from '../../../src/text/markdown/shown-command'
import { exactJson, visible, visibleJson } from '../../../src/text/markdown/visible'
import { anyCharacter } from '../../support/random'
import { allUnseen, textWithUnseen, unseenIn } from '../../support/unseen'

test.each([
  ['\u001b[31mred\u0007', '␛[31mred␇'],
  ['\0\u007f', '␀␡'],
  ['a\u202Eb\u200Bc', 'a[U+202E]b[U+200B]c'],
  ['\u0085\u2028\u009b2J', '[U+0085][U+2028][U+009B]2J'],
  ['\u{E0068}\u{E0169}', '[U+E0068][U+E0169]'],
  ['a\ud800b\udc00', 'a[U+D800]b[U+DC00]'],
  ['tab\tand\nline\r\nend\rback', 'tab\tand\nline\nend␍back'],
  ['ü 漢 한 → “…” \u00a0', 'ü 漢 한 → “…” \u00a0'],
])('of %j everything is seen', (text, seen) => {
  expect(visible(text)).toBe(seen)
})

test.each([
  ['stays whole', '👩‍💻 👩🏽‍💻 🏳️‍🌈 ✔️ ☎︎ 1️⃣', '👩‍💻 👩🏽‍💻 🏳️‍🌈 ✔️ ☎︎ 1️⃣'],
  ['has one selector', '✔\uFE0F\uFE0F', '✔\uFE0F[U+FE0F]'],
  ['is joined to another emoji only', '👩\u200Da\u200D👩', '👩[U+200D]a[U+200D]👩'],
  ['is no letter', 'a\uFE0F1\uFE0F2', 'a[U+FE0F]1[U+FE0F]2'],
  ['has no other selector and no tags', '😀\u{E0101}🏴\u{E0067}', '😀[U+E0101]🏴[U+E0067]'],
])('an emoji %s', (_, text, seen) => {
  expect(visible(text)).toBe(seen)
})

test('every single one is shown, wherever it stands', () => {
  for (const character of allUnseen) expect(unseenIn(visible(`a${character}b`))).toEqual([])
})

test('whatever a text is made of, it can be seen, and looking twice changes nothing', () => {
  fc.assert(
    fc.property(textWithUnseen, (text) => {
      const seen = visible(text)
      expect(unseenIn(seen)).toEqual([])
      expect(visible(seen)).toBe(seen)
    }),
  )
})

test('a text in which everything can be seen stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/[^\P{Cc}\n\t]/u.test(text) && unseenIn(text).length === 0)
      expect(visible(text)).toBe(text)
    }),
  )
})

describe('JSON', () => {
  test('has the value exactly, with escapes for what cannot be seen', () => {
    expect(exactJson({ title: 'a\u202E\u{E0001}' })).toBe(String.raw`{"title":"a\u202e\udb40\udc01"}`)
    fc.assert(
      fc.property(fc.dictionary(textWithUnseen, textWithUnseen), (value) => {
        const json = exactJson(value, 2)
        expect(unseenIn(json)).toEqual([])
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('for a reader has signs in its texts, but in those that a program compares', () => {
    fc.assert(
      fc.property(textWithUnseen, (text) => {
        const json = visibleJson({ uri: text, list: [{ text }] }, ['uri'])
        expect(unseenIn(json)).toEqual([])
        expect(JSON.parse(json)).toEqual({ uri: text, list: [{ text: visible(text) }] })
      }),
    )
  })
})

test.each([
  ['npm test -- export', '`npm test -- export`'],
  ['echo `date`', '`` echo `date` ``'],
  ['npm test\u001b[2K\u001b[1A', '`npm test␛[2K␛[1A`'],
  ['npm \u202Etset\u202C', '`npm [U+202E]tset[U+202C]`'],
  ['npm test\nrm -rf x\r\n\ty', '`npm test␊rm -rf x␍␊␉y`'],
  ['rm\u00A0-rf\u2003x', '`rm[U+00A0]-rf[U+2003]x`'],
  [`npm test${' '.repeat(5000)}; rm -rf x`, '`npm test[5000 spaces]; rm -rf x`'],
  ['a\u200Bb', '`a[U+200B]b`'],
])('%j is shown as %s', (text, shown) => {
  expect(shownCommand(text)).toBe(shown)
})

test('all of it is shown in one line, however long, with nothing that moves a cursor or cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
      const shown = shownCommand(text)
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]|(?! )\p{Zs}/u)
    }),
  )
  const long = 'x'.repeat(10_240)
  expect(shownCommand(long)).toBe(`\`${long}\``)
})

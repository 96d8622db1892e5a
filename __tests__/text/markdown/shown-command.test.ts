import fc from 'fast-check'
import { shownCommand } from '../../../src/text/markdown/shown-command'
import { anyCharacter } from '../../support/random'

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

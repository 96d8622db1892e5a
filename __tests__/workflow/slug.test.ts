import fc from 'fast-check'
import { slug } from '../../src/workflow/slug'
import { often } from '../support/proving'
import { anyCharacter } from '../support/random'

describe('a slug', () => {
  test.each([
    ['a plain name stays', 'login-form-2', 'login-form-2'],
    ['capitals become small', 'Login Form', 'login-form'],
    ['everything else becomes one hyphen', 'a -- b__c\t\nd', 'a-b-c-d'],
    ['none at the ends', '  (done!)  ', 'done'],
    ['accents go', 'Größe été Łódź', 'große-ete-łodz'],
    ['composed or decomposed, the same', 'e\u0301te\u0301', 'ete'],
    ['ligatures and full width are taken apart', 'ﬁx Ｂｕｇ №5', 'fix-bug-no5'],
    ['a path is no path', '../../etc/passwd', 'etc-passwd'],
    ['NUL is nothing', 'a\0b', 'a-b'],
    ['letters of any script stay', 'Прибавить авторизацию', 'прибавить-авторизацию'],
    ['with the marks that belong to them', 'Ёлка й が हिन्दी', 'ёлка-й-が-हिन्दी'],
    ['a device of Windows gets a number', 'CON', 'con-1'],
    ['in every spelling', 'Lpt¹', 'lpt1-1'],
    ['a dotted capital I is an i', 'İstanbul', 'istanbul'],
    ['a direction of writing is none of the name', 'a\u202eb', 'a-b'],
    ['emoji leave nothing', '🚀✨', ''],
    ['half a character leaves nothing', '\uD800', ''],
    ['nothing leaves nothing', '', ''],
  ])('%s', (_, text, expected) => {
    expect(slug(text)).toBe(expected)
  })

  test('has at most 40 characters, and ends with a word that is whole', () => {
    expect(slug('a'.repeat(300))).toBe('a'.repeat(40))
    expect(slug('mri should take negative numbers as values: `--offset -5` gives offset -5')).toBe(
      'mri-should-take-negative-numbers-as',
    )
    expect(slug(`${'a'.repeat(20)} ${'b'.repeat(19)} c`)).toBe(`${'a'.repeat(20)}-${'b'.repeat(19)}`)
    expect(slug(`a ${'b'.repeat(50)}`)).toBe(`a-${'b'.repeat(38)}`)
  })

  test('nor more than 120 bytes, whole characters', () => {
    expect(slug('日'.repeat(300))).toBe('日'.repeat(40))
    expect(slug(`a${'𠀀'.repeat(300)}`)).toBe(`a${'𠀀'.repeat(19)}`)
  })

  test('does not end in a hyphen where it is cut', () => {
    expect(slug(`${'a'.repeat(39)} ${'b'.repeat(50)}`)).toBe('a'.repeat(39))
  })

  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.stringMatching(/^[A-Za-z0-9 ./\\_-]{0,200}$/),
  )

  test('is words of letters and digits between single hyphens, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const made = slug(text)
        expect(made).toMatch(/^([\p{L}\p{N}][\p{L}\p{M}\p{N}]*(-[\p{L}\p{M}\p{N}]+)*)?$/u)
        expect(made).toBe(made.normalize('NFC').toLowerCase())
        expect(Buffer.byteLength(made)).toBeLessThanOrEqual(122)
        expect(made.length).toBeLessThanOrEqual(40)
      }),
      { numRuns: often(500) },
    )
  })

  test('of a slug is the slug itself', () => {
    fc.assert(fc.property(anyText, (text) => slug(slug(text)) === slug(text)))
  })
})

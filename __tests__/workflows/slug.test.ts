import fc from 'fast-check'
import { slug } from '../../src/workflows/slug'
import { anyCharacter } from '../support/any-character'
import { often } from '../support/proving'

describe('a slug', () => {
  test.each([
    ['a plain name stays', 'login-form-2', 'login-form-2'],
    ['capitals become small', 'Login Form', 'login-form'],
    ['everything else becomes one hyphen', 'a -- b__c\t\nd', 'a-b-c-d'],
    ['none at the ends', '  (done!)  ', 'done'],
    ['accents go', 'Größe été Łódź', 'gro-e-ete-odz'],
    ['composed or decomposed, the same', 'e\u0301te\u0301', 'ete'],
    ['ligatures and full width are taken apart', 'ﬁx Ｂｕｇ №5', 'fix-bug-no5'],
    ['a path is no path', '../../etc/passwd', 'etc-passwd'],
    ['nor one of Windows', 'C:\\Users\\x', 'c-users-x'],
    ['NUL is nothing', 'a\0b', 'a-b'],
    ['nor are the ends of a line', 'a\r\nb\u2028c', 'a-b-c'],
    ['another script leaves nothing', 'задача', ''],
    ['emoji leave nothing', '🚀✨', ''],
    ['half a character leaves nothing', '\uD800', ''],
    ['nothing leaves nothing', '', ''],
  ])('%s', (_, text, expected) => {
    expect(slug(text)).toBe(expected)
  })

  test('has at most 60 characters', () => {
    expect(slug('a'.repeat(300))).toBe('a'.repeat(60))
  })

  test('does not end in a hyphen where it is cut', () => {
    expect(slug(`${'a'.repeat(59)} ${'b'.repeat(50)}`)).toBe('a'.repeat(59))
  })

  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.stringMatching(/^[A-Za-z0-9 ./\\_-]{0,200}$/),
  )

  test('is words of a-z and 0-9 between single hyphens, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const made = slug(text)
        expect(made).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
        expect(made.length).toBeLessThanOrEqual(60)
      }),
      { numRuns: often(500) },
    )
  })

  test('of a slug is the slug itself', () => {
    fc.assert(fc.property(anyText, (text) => slug(slug(text)) === slug(text)))
  })
})

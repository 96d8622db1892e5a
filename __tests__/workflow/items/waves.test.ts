import fc from 'fast-check'
import { overlap } from '../../../src/workflow/items/waves'

test.each([
  ['src', 'src', true],
  ['src', 'src/a.ts', true],
  ['src/', './src/a/b.ts', true],
  ['src/**', 'src/a/b.ts', true],
  ['src/*.ts', 'src/a*', true],
  ['**/*.md', 'docs', true],
  ['src\\a', 'src/a', true],
  ['src/a?.ts', 'src/ab.ts', true],
  ['src', 'docs', false],
  ['src', 'srcs', false],
  ['src/a', 'src/b', false],
  ['src/**/*.md', 'docs/*.ts', false],
])('whether %s and %s can mean the same file: %s', (one, other, can) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([can, can])
})

test('a path overlaps with what a pattern means, by a regular expression, and with all that is in its own folder', () => {
  const part = fc.stringMatching(/^[ab*]{1,3}$/).filter((name) => !name.includes('**'))
  const name = fc.stringMatching(/^[ab]{1,3}$/)
  const path = (parts: fc.Arbitrary<string>) =>
    fc.array(parts, { minLength: 1, maxLength: 3 }).map((all) => all.join('/'))
  fc.assert(
    fc.property(path(part), path(name), (pattern, file) => {
      if (new RegExp(`^${pattern.replaceAll('*', '[^/]*')}(/.*)?$`).test(file))
        expect(overlap(pattern, file)).toBe(true)
      if (!pattern.includes('*') && overlap(pattern, file))
        expect(`${file}/`.startsWith(`${pattern}/`) || `${pattern}/`.startsWith(`${file}/`)).toBe(true)
    }),
  )
})

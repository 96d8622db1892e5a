import fc from 'fast-check'
import { overlap } from '../../../src/flows/hope/paths-overlap'

test.each([
  ['src', 'src'],
  ['src', 'src/a.ts'],
  ['src/', './src/a/b.ts'],
  ['src/**', 'src/a/b.ts'],
  ['src/*.ts', 'src/a*'],
  ['**/*.md', 'docs'],
  ['src\\a', 'src/a'],
  ['a?.ts', 'ab.ts'],
])('%s and %s can mean the same file', (one, other) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([true, true])
})

test.each([
  ['src', 'docs'],
  ['src', 'srcs'],
  ['src/*.ts', 'src/*.css'],
  ['src/*', 'src/a/b.ts'],
  ['src/a', 'src/b'],
  ['**/*.md', 'docs/*.ts'],
])('%s and %s cannot', (one, other) => {
  expect([overlap(one, other), overlap(other, one)]).toEqual([false, false])
})

test('what a pattern means, by a regular expression, overlaps with it', () => {
  const part = fc.stringMatching(/^[ab*]{1,3}$/).filter((name) => !name.includes('**'))
  const name = fc.stringMatching(/^[ab]{1,3}$/)
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.array(name, { minLength: 1, maxLength: 3 }),
      (parts, names) => {
        const pattern = parts.join('/')
        const meant = new RegExp(`^${pattern.replaceAll('*', '[^/]*')}${pattern.includes('*') ? '' : '(/.*)?'}$`)
        const path = names.join('/')
        // A path without a star is also the folder of that name.
        const matches =
          meant.test(path) || meant.test(`${path}/${parts.slice(names.length).join('/').replaceAll('*', 'a')}`)
        if (matches) expect(overlap(pattern, path)).toBe(true)
        else if (parts.length <= names.length) expect(overlap(pattern, path)).toBe(false)
      },
    ),
  )
})

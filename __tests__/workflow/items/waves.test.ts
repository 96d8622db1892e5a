import fc from 'fast-check'
import type { ItemForm } from '../../../src/workflow/items/item'
import { mayStart, overlap, sharedFiles, wavesOf } from '../../../src/workflow/items/waves'

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

const form: ItemForm = {
  list: 'items',
  one: 'item',
  fields: { id: 'id', needs: 'after', files: 'files', isDone: 'done' },
}
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).join(' ')
const a = { id: 'a', files: ['src/csv.js'] }
const b = { id: 'b', files: ['src/**'] }
const c = { id: 'c', files: ['docs'], after: ['a'] }

test('what needs nothing may start, but not beside what names the same file', () => {
  expect(idsOf(mayStart(form, [a, b, c]))).toBe('a')
  expect(idsOf(mayStart(form, [{ ...a, done: true }, b, c]))).toBe('b c')
  expect(sharedFiles(form, [a, b, { id: 'd', files: ['src/csv.js'] }])).toEqual([
    'a, b and d name the same file, `src/csv.js`, and none of them builds on another',
    'a, b and d name the same file, `src/**`, and none of them builds on another',
  ])
})

test('each item is in one wave, after what it needs; what waits for itself is in none', () => {
  const wavesIn = (isApart: boolean) => wavesOf(form, [c, a, b, { id: 'x', after: ['x'] }], isApart).map(idsOf)
  expect([wavesIn(false), wavesIn(true)]).toEqual([
    ['a b', 'c'],
    ['a', 'c b'],
  ])
})

import fc from 'fast-check'
import { isEnough, overlap, readyItems } from '../../../src/flows/hope/formulas'
import { task } from '../../support/hope-session'

/** What is computed, and what it decides. */

describe('ready is what is not done and builds on nothing that is open', () => {
  const chain = [task('a'), task('b', { dependsOn: ['a'] }), task('c', { dependsOn: ['a', 'b'] })]
  test.each([
    [[], ['a']],
    [['a'], ['b']],
    [['a', 'b'], ['c']],
    [['a', 'b', 'c'], []],
  ])('where %j is done, %j', (done, ready) => {
    const items = chain.map((item) => ({ ...item, done: done.includes(item.id as never) }))
    expect(readyItems(items).map(({ id }) => id)).toEqual(ready)
  })
})

test('it is enough at the limit of waves or of costs, whichever comes first', () => {
  expect(isEnough({ limit: 10 }, { wave: 9, spent: 1e6 })).toBe(false)
  expect(isEnough({ limit: 10 }, { wave: 10, spent: 0 })).toBe(true)
  expect(isEnough({ limit: 10, budget: 5 }, { wave: 1, spent: 4.99 })).toBe(false)
  expect(isEnough({ limit: 10, budget: 5 }, { wave: 1, spent: 5 })).toBe(true)
})

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

import fc from 'fast-check'
import { handedInAgain, type ItemForm, itemOf, unserved } from '../../../src/workflow/items/item'
import { mistakesIn, servingMistakes } from '../../../src/workflow/items/mistakes'
import { mayStart, overlap, sharedFiles, wavesOf } from '../../../src/workflow/items/waves'

/** A form that no workflow of ours has: what holds here holds for one that is written by others. */
const form: ItemForm = {
  list: 'jobs',
  one: 'job',
  fields: { id: 'key', needs: 'order.after', files: 'place', serves: 'for', isDone: 'closed' },
}
const job = (key: string, ...after: string[]) => ({ key, order: { after } })

test('an item is what its form says, whatever else is in the record', () => {
  expect(itemOf(form, { key: 7, order: { after: ['a', null, 2] }, place: 'src', for: {}, closed: 'yes' })).toEqual({
    ...{ id: '7', text: '', needs: ['a', '2'], files: ['src'], serves: [], run: '', isDone: false, settles: '' },
  })
  expect(itemOf(form, 'no record')).toMatchObject({ id: '', needs: [] })
})

// biome-ignore format: one mistake a line
test.each([
  ['an id that is there twice, in any case', [job('a'), job('A')], ['jobs[1].key: “A” is also that of jobs[0]']],
  ['a need that is not there', [job('rows'), job('b', 'rosw')], ['jobs[1].order.after[0]: there is no job “rosw”; nearest: rows']],
  ['those that need each other', [job('a', 'b'), job('b', 'c'), job('c', 'b')], ['jobs: build on each other in a circle, b → c → b']],
  ['all of it at once', [job('a', 'a'), job('a', 'z')], ['jobs[1].key: “a” is also that of jobs[0]', 'jobs[1].order.after[0]: there is no job “z”', 'jobs: build on each other in a circle, a → a']],
])('is wrong with a list: %s', (_, jobs, mistakes) => {
  expect(mistakesIn(form, jobs)).toEqual(mistakes)
})

test('a list that has lines says them, and may need what is not in it', () => {
  const placeOf = (at: number, field?: string) => (field ? `line ${at + 4}: ${field}` : `line ${at + 4}`)
  expect(mistakesIn(form, [job('a', 'out'), job('a', 'z')], { others: ['out'], placeOf })).toEqual([
    'line 5: id: “a” is also that of line 4',
    'line 5: needs: there is no job “z”; nearest: out',
  ])
})

test('what is served is there, and is named once; what none serves is known', () => {
  const jobs = [
    { key: 'a', for: ['C1', 'c1'] },
    { key: 'b', for: ['C3'] },
  ]
  expect(servingMistakes(form, jobs, new Set(['c1', 'c2']))).toEqual([
    'jobs[0].for[1]: “c1” is also that of jobs[0].for[0]',
    'jobs[1].for[0]: there is no criterion “C3”',
  ])
  expect(unserved(form, jobs, [{ id: 'c1' }, { id: 'C2' }])).toEqual([{ id: 'C2' }])
})

describe('waves', () => {
  test.each([
    ['src', 'src', true],
    ['src/', './src/a/b.ts', true],
    ['src/**', 'src/a/b.ts', true],
    ['**/*.md', 'docs', true],
    ['src\\a', 'src/a', true],
    ['src/a?.ts', 'src/ab.ts', true],
    ['src', 'srcs', false],
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
})

describe('an item that comes again', () => {
  const form: ItemForm = {
    list: 'items',
    one: 'item',
    fields: { id: 'id', text: 'text', run: 'run', isDone: 'done', settles: 'fixes' },
  }
  const open = { id: 'rows', text: 'Write the rows', run: 'npm test' }
  const done = { ...open, done: true, outcome: 'seen' }
  const fix = { id: 'fix', text: 'Mend the zone', fixes: 'B1' }

  // biome-ignore format: one case a line
  test.each([
  ['what is done stays as it was', [done], [{ ...open, text: 'write the rows.' }], [done]],
  ['what is done stays, if it is left out, too', [done], [{ ...open, id: 'b' }], [done, { ...open, id: 'b' }]],
  ['with another text it is to be done again', [done], [{ ...open, text: 'Write the header' }], [{ ...open, text: 'Write the header' }]],
  ['what is open is replaced', [open], [{ ...open, id: 'b' }], [{ ...open, id: 'b' }]],
  ['what settles a finding stays, whatever has its id now', [fix], [{ ...open, id: 'fix' }, open], [open, fix]],
])('%s', (_, before, now, all) => {
  expect(handedInAgain<object>(form, before, now, 9)).toEqual(all)
})

  test('if there are too many, those that were done first go', () => {
    const before = ['a', 'b', 'c'].map((id) => ({ ...done, id }))
    expect(handedInAgain<object>(form, before, [open], 2)).toEqual([before[2], open])
  })
})

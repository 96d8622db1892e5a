import { type ItemForm, itemOf, unserved } from '../../../src/workflow/items/item'
import { mistakesIn, servingMistakes } from '../../../src/workflow/items/mistakes'

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
  ['nothing, of jobs in any order', [job('b', 'a'), job('a')], []],
  ['an id that is there twice, in any case', [job('a'), job('A')], ['jobs[1].key: “A” is also that of jobs[0]']],
  ['a need that is not there', [job('rows'), job('b', 'rosw')], ['jobs[1].order.after[0]: there is no job “rosw”; nearest: rows']],
  ['a need where nothing else is', [job('b', 'x')], ['jobs[0].order.after[0]: there is no job “x”']],
  ['one that needs itself', [job('a', 'a')], ['jobs: build on each other in a circle, a → a']],
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

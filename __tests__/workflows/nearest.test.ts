import fc from 'fast-check'
import { nearest } from '../../src/workflows/nearest'

const names = ['PLAN', 'PLAN_DONE', 'TASK', 'REVIEW_TASK', 'REVIEW']

test.each([
  ['PLAN', ['PLAN', 'PLAN_DONE', 'TASK']],
  ['PLNA', ['PLAN', 'TASK', 'PLAN_DONE']],
  ['DONE', ['PLAN_DONE', 'PLAN', 'TASK']],
  ['REVIEWTASK', ['REVIEW_TASK', 'REVIEW', 'TASK']],
  ['', ['PLAN', 'TASK', 'REVIEW']],
])('%j is nearest to %j', (asked, expected) => {
  expect(nearest(asked, names)).toEqual(expected)
})

test('a name with one letter wrong, missing or too many comes first', () => {
  const slip = fc.record({
    name: fc.constantFrom(...names),
    at: fc.nat(20),
    removed: fc.nat(1),
    added: fc.constantFrom('', '#'),
  })
  fc.assert(
    fc.property(slip, ({ name, at, removed, added }) => {
      const place = at % name.length
      const [first] = nearest(name.slice(0, place) + added + name.slice(place + removed), names)
      expect(first).toBe(name)
    }),
  )
})

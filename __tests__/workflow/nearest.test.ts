import fc from 'fast-check'
import { nearest } from '../../src/workflow/nearest'

const names = ['PLAN', 'PLAN_DONE', 'TASK', 'REVIEW_TASK', 'REVIEW']

test.each([
  ['PLAN', ['PLAN', 'PLAN_DONE', 'TASK']],
  ['PLNA', ['PLAN', 'PLAN_DONE', 'TASK']],
  ['DONE', ['PLAN_DONE', 'PLAN', 'TASK']],
  ['REVIEWTASK', ['REVIEW_TASK', 'REVIEW', 'TASK']],
  ['', ['PLAN', 'TASK', 'REVIEW']],
])('%j is nearest to %j', (asked, expected) => {
  expect(nearest(asked, names)).toEqual(expected)
})

const skills = ['collab-start', 'collab-clear', 'brainstorming-exploring', 'build-task-graph', 'executing-plans']

test.each([
  ['half of a name with a slip', 'biuld-ta', 'build-task-graph'],
  ['a word of it', 'exploring', 'brainstorming-exploring'],
  ['the beginnings of its words', 'brain expl', 'brainstorming-exploring'],
  ['other capitals and separators', 'Build_Task_Graph', 'build-task-graph'],
  ['a part of a word', 'torming', 'brainstorming-exploring'],
])('%s finds it', (_, asked, meant) => {
  expect(nearest(asked, skills)[0]).toBe(meant)
})

test('of two that are alike the one that comes first in the list is the nearer', () => {
  expect(nearest('2026', ['2026-11-21-2', '2026-11-21-1'])).toEqual(['2026-11-21-2', '2026-11-21-1'])
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

import { engineer } from '../../../src/flows/engineer'
import type { Effect } from '../../../src/flows/flow'

/**
 * What a row does to files, in words. Paths are under `.ai/task/`, but for the guides.
 * `create` never overwrites, `move` takes those that exist.
 */
const inWords = (effect: Effect): string => {
  const short = (path: string) => path.replace(/^\.ai\/task\//, '')
  if (effect.do === 'move') return `move ${effect.files.map(short).join(', ')} to ${short(effect.to)}`
  if (effect.do === 'change') return `change ${effect.changes}`
  if (effect.do === 'name commands') return effect.do
  return effect.do === 'list' ? `list ${effect.list}` : `${effect.do} ${short(effect.file)}`
}

const archiveTask = [
  'show task-results.md',
  'move task.md, task-results.md to tasks/task-<name>-<stamp>',
  'create task.md',
]
const archiveReview = [
  'show review-task-results.md',
  'move comments.md, review-task.md, review-task-results.md to pr-reviews/pr-review-<stamp>',
]
const setReviewAside = [
  'move comments.md, review-task.md, review-task-results.md to pr-reviews/discarded-<stamp>',
  'create comments.md',
]

/** Every row that does more than to change the state. */
const effects: Readonly<Record<string, readonly string[]>> = {
  GC1: ['create context.md', 'create .ai/plan-guide.md', 'create .ai/task-guide.md'],
  GC2a: ['expect context.md', 'create plan.md', 'list contextLinks', 'name commands'],
  GC2b: ['expect context.md', 'create plan.md', 'name commands'],
  G2: ['create task.md', 'name commands'],
  G4: ['show task.md'],
  A1: ['expect task.md'],
  A2: archiveTask,
  A2c: archiveTask,
  GC1f: ['change take over', 'create .ai/plan-guide.md', 'create .ai/task-guide.md'],
  E1b: ['list contextLinks'],
  E2: ['list planLinks'],
  G5: setReviewAside,
  A5a: setReviewAside,
  A5b: setReviewAside,
  C1: setReviewAside,
  C2: setReviewAside,
  P1: ['expect comments.md', 'create review-task.md'],
  P2: ['expect review-task.md'],
  P3: archiveReview,
  P4a: archiveReview,
  P4b: [...archiveReview, 'create task.md'],
  P4c: archiveReview,
  R1: ['create task.md'],
  R2: archiveTask,
  R3: ['move task.md to tasks/incomplete-<name>-<stamp>', 'create task.md'],
  R5a: ['create comments.md'],
  R5b: ['create comments.md'],
  R6a: ['expect comments.md', 'create review-task.md'],
  R9: ['create context.md'],
}

const { rows } = engineer.definition
const done = (id: string) => rows.filter((row) => row.id === id).map((row) => (row.effects ?? []).map(inWords))

test.each(Object.entries(effects))('%s', (id, expected) => {
  expect(done(id)).not.toEqual([])
  for (const row of done(id)) expect(row).toEqual(expected)
})

test('no other row does anything', () => {
  expect(rows.filter(({ id, effects: more = [] }) => !effects[id] && more.length > 0)).toEqual([])
})

test('every list that a row shows is one that the facts can make', () => {
  const lists = rows
    .flatMap((row) => row.effects ?? [])
    .flatMap((effect) => (effect.do === 'list' ? [effect.list] : []))
  expect(new Set(lists)).toEqual(new Set(Object.keys(engineer.effects?.lists ?? {})))
})

test('every file that can be opened is one of those looked for', () => {
  expect(Object.keys(engineer.probes)).toEqual(expect.arrayContaining(Object.keys(engineer.files?.key ?? {})))
})

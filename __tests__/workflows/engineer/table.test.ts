import { engineer, needs } from '../../../src/workflows/engineer'
import { file } from '../../../src/workflows/engineer/files'
import { achievedIn } from '../../../src/workflows/engineer/report'
import { states } from '../../../src/workflows/engineer/states'
import { bothOrigins, type EitherRow } from '../../../src/workflows/engineer/table'

/** What the table does not say of itself: `verify` proves that it has no hole, XState that it is read rightly. */

const { definition } = engineer
const { rows, guards } = definition

test('every condition is asked by a row', () => {
  expect(new Set(rows.flatMap(({ when }) => when ?? []))).toEqual(new Set(Object.keys(guards)))
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

test('the rows keep their order: it is meaning', () => {
  const rows: EitherRow[] = [
    { id: 'C3a', on: 'accio', from: 'PR_CONFIRM_RESTART_COMMENTS_X', to: 'PR_GATHERING_COMMENTS_X', kind: 'advance' },
    { id: 'G3', on: 'accio', from: 'GATHER_EDITING', to: 'same', kind: 'no-op' },
    { id: 'C3b', on: 'accio', from: 'PR_CONFIRM_RESTART_COMMENTS_X', to: 'ERROR_COMMENTS_MISSING_X', kind: 'missing' },
  ]
  expect(bothOrigins(rows).map(({ id }) => id)).toEqual(['C3a', 'C3a', 'G3', 'C3b', 'C3b'])
})

test('a state needs its own files, and the plan from planning on', () => {
  const early = ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING_CONTEXT', 'ERROR_CONTEXT_MISSING', 'ERROR_PLAN_MISSING']
  for (const state of states) {
    const own = [
      !early.includes(state) && file.plan,
      state.startsWith('ACHIEVE_TASK') && file.task,
      /^PR_.*COMMENTS/.test(state) && file.comments,
      /^PR_.*(REVIEW_TASK|RESTART_TASK)/.test(state) && file.reviewTask,
    ].filter(Boolean)
    expect([state, needs[state] ?? []]).toEqual([state, own])
  }
})

test('of results the front matter, the title and comments are left out', () => {
  expect(achievedIn('---\na: b\n---\n\n# Results\n\n<!-- write here -->\nDone.\n')).toBe('Done.')
})

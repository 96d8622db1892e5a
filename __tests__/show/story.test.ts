import { followStory } from '../../src/show/story'
import type { HistoryLine } from '../../src/work/history/history-line'
import { engineer } from '../../src/workflows/engineer'

const [planning, draft] = ['GATHER_EDITING', 'ACHIEVE_TASK_DRAFTING']
const line = (
  from: string,
  to: string,
  trigger = 'Accio',
  more: Partial<HistoryLine> = {},
  minute = 0,
): HistoryLine => ({
  timestamp: `2026-08-20T15:${String(minute).padStart(2, '0')}:00Z`,
  transition: `${from} → ${to}`,
  trigger,
  ...more,
})
const told = (lines: readonly HistoryLine[], decision?: Parameters<typeof followStory>[2]) => {
  const story = followStory(engineer, (state) => state.toLowerCase(), decision ?? (() => undefined))
  for (const each of lines) story.take(each)
  return story.end()
}

test('no history has nothing to tell', () => {
  expect(told([])).toEqual({
    way: { steps: 0, states: [], edges: [], recent: [] },
    byHand: [],
    leftOut: { edges: 0, recent: 0, byHand: 0 },
  })
})

test('states are counted as they are entered, and edges as they are walked', () => {
  const { way } = told([
    line(planning, draft, 'Accio', {}, 1),
    line(draft, draft, 'Accio', {}, 2),
    line(draft, planning, 'Finite', {}, 3),
    line(planning, draft, 'Accio', {}, 4),
  ])
  expect(way.steps).toBe(4)
  expect(
    way.states.map(({ state, visits, first, last }) => [state, visits, first.slice(14, 16), last.slice(14, 16)]),
  ).toEqual([
    [planning, 2, '01', '03'],
    [draft, 2, '01', '04'],
  ])
  expect(way.edges.map(({ from, to, by, count }) => [from, to, by, count])).toEqual([
    [planning, draft, 'accio', 2],
    [draft, draft, 'accio', 1],
    [draft, planning, 'finite', 1],
  ])
})

test('what was done by hand is told with its words', () => {
  const { byHand } = told([
    line(planning, draft, 'Accio', { note: 'small', word: 'unseen' }),
    line(draft, planning, 'Override', { note: 'again' }),
    line(planning, draft, 'Undo', { undoes: 'a'.repeat(64) }),
    line(draft, draft, 'Doctor', { note: 'a line was lost' }),
    line(draft, planning, 'Finite', { edited: [{ path: '.ai/task/plan.md' }] }),
  ])
  expect(byHand.map(({ kind, by, said }) => [kind, by, said])).toEqual([
    ['note', 'passed on', 'small'],
    ['override', 'unknown', 'again'],
    ['undo', 'unknown', ''],
    ['repair', 'program', ''],
    ['edit', 'unknown', ''],
  ])
  expect(byHand[1]?.text).toBe(
    'The work was moved from “ACHIEVE_TASK_DRAFTING” to “GATHER_EDITING”'.toLowerCase().replace('the', 'The'),
  )
})

test('a decision that the workflow tells replaces the note', () => {
  const decided = { kind: 'approval', text: 'Approved', by: 'developer', said: '' } as const
  const { byHand } = told([line(planning, draft, 'Accio', { note: 'small' })], () => decided)
  expect(byHand).toEqual([{ ...decided, time: '2026-08-20T15:00:00Z' }])
})

test('of a long history the newest are kept, and what is left out is counted', () => {
  const lines = Array.from({ length: 1000 }, (_, index) =>
    index % 2 === 0 ? line(planning, draft, 'Override', { note: String(index) }) : line(draft, planning, 'Finite'),
  )
  const { way, byHand, leftOut } = told(lines)
  expect([way.steps, way.edges.length, way.recent.length, byHand.length]).toEqual([1000, 2, 50, 100])
  expect(byHand.at(-1)?.said).toBe('998')
  expect(leftOut).toEqual({ edges: 0, recent: 950, byHand: 400 })
})

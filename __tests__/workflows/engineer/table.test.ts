import fc from 'fast-check'
import { trials } from '../../../src/engine/assignments'
import { startsIn } from '../../../src/engine/place'
import { engineer, needs } from '../../../src/workflows/engineer'
import { file } from '../../../src/workflows/engineer/files'
import { achievedIn } from '../../../src/workflows/engineer/report'
import { type EitherOrigin, type State, spells, states } from '../../../src/workflows/engineer/states'
import { bothOrigins, type EitherRow } from '../../../src/workflows/engineer/table'

/** What the table does not say of itself: `verify` proves that it has no hole, XState that it is read rightly. */

const { definition } = engineer
const { rows, guards, domain, possible } = definition

/** Two rows of a state and a spell whose conditions can hold at once, with none before them that does. */
const disputes = new Set(
  states.flatMap((state) =>
    spells.flatMap((spell) => {
      // The last row of a cell answers whatever is left: that it comes last is no choice.
      const rivals = rows.filter((row) => row.on === spell && startsIn(row, state)).slice(0, -1)
      return [
        ...trials(domain, (facts) => {
          const [first, ...later] = rivals.filter(({ when }) => when === undefined || guards[when]?.(facts))
          return first && possible(facts) ? later.map(({ id }) => `${first.id} before ${id}`) : []
        }),
      ].flatMap(({ answer }) => answer)
    }),
  ),
)

test('where two conditions hold at once, the order of the rows decides, and it stays as it is', () => {
  expect([...disputes].sort()).toMatchSnapshot()
})

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

describe('any row', () => {
  const withHalf = states.filter((state) => state.endsWith('_G')).map((state) => state.replace(/G$/, 'X'))
  const withoutHalf = states.filter((state) => !/_[GA]$/.test(state))
  const reopen = (state: string) => state.replace(/_[GA]$/, '_X')
  const halfOf = (state: string) => /_([GA])$/.exec(state)?.[1]

  const anyRow = fc
    .record({
      id: fc.stringMatching(/^[A-Z]{1,3}\d[a-z]?$/),
      halves: fc.subarray(withHalf, { minLength: 1 }),
      others: fc.subarray([...withoutHalf]),
      to: fc.constantFrom(...withHalf, ...withoutHalf, 'same'),
    })
    .map(
      ({ id, halves, others, to }): EitherRow => ({
        id,
        on: 'accio',
        // Only a state with a half can lead to one whose half is open.
        from: (withHalf.includes(to) ? halves : [...halves, ...others]) as (State | EitherOrigin)[],
        to: to as State | EitherOrigin | 'same',
        kind: 'advance',
      }),
    )

  test('is two rows if it goes on in the review, or otherwise one, and speaks of each of its states once, in either half', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        expect(bothOrigins([row])).toHaveLength(row.to.endsWith('_X') ? 2 : 1)
        const from = bothOrigins([row]).flatMap((closed) => closed.from)
        const expected = [row.from]
          .flat()
          .flatMap((state) => (state.endsWith('_X') ? ['G', 'A'].map((half) => state.replace(/X$/, half)) : [state]))
        expect([...from].sort()).toEqual(expected.sort())
      }),
    )
  })

  test('keeps the half that it comes from, and says nothing else than before', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        for (const closed of bothOrigins([row])) {
          expect({ ...closed, from: row.from, to: reopen(closed.to) }).toEqual(row)
          if (!row.to.endsWith('_X')) continue
          for (const state of closed.from) expect(halfOf(state)).toBe(halfOf(closed.to))
        }
      }),
    )
  })
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

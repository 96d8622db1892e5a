import fc from 'fast-check'
import { bothOrigins, type EitherRow } from '../../../src/flows/engineer/both-origins'
import { type EitherOrigin, type State, states } from '../../../src/flows/engineer/states'

test.each<[what: string, from: EitherRow['from'], to: EitherRow['to'], closed: [from: State[], to: string][]]>([
  [
    'that stays is one row, of both halves',
    'PR_GATHERING_COMMENTS_X',
    'same',
    [[['PR_GATHERING_COMMENTS_G', 'PR_GATHERING_COMMENTS_A'], 'same']],
  ],
  [
    'that leaves the review is one row, from both halves, with states beside that have none',
    ['ERROR_TASK_MISSING', 'ERROR_COMMENTS_MISSING_X'],
    'GATHER_EDITING',
    [[['ERROR_TASK_MISSING', 'ERROR_COMMENTS_MISSING_G', 'ERROR_COMMENTS_MISSING_A'], 'GATHER_EDITING']],
  ],
  [
    'that goes on in the review becomes two rows, each within its half',
    'PR_GATHERING_COMMENTS_X',
    'PR_REVIEW_TASK_DRAFT_X',
    [
      [['PR_GATHERING_COMMENTS_G'], 'PR_REVIEW_TASK_DRAFT_G'],
      [['PR_GATHERING_COMMENTS_A'], 'PR_REVIEW_TASK_DRAFT_A'],
    ],
  ],
  ['without halves keeps its state', 'GATHER_EDITING', 'same', [[['GATHER_EDITING'], 'same']]],
])('a row %s', (_, from, to, closed) => {
  const effects = [{ do: 'create', file: 'review-task.md' }] as const
  const row: EitherRow = { id: 'P1', on: 'accio', from, when: 'comments', to, kind: 'advance', effects }
  expect(bothOrigins([row])).toEqual(closed.map(([from, to]) => ({ ...row, from, to })))
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

  test('speaks of each of its states once, in either half', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
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

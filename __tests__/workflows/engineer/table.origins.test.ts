import fc from 'fast-check'
import { type EitherOrigin, type State, states } from '../../../src/workflows/engineer/states'
import { bothOrigins, type EitherRow } from '../../../src/workflows/engineer/table'

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

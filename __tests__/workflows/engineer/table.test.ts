import { trials } from '../../../src/engine/assignments'
import { startsIn } from '../../../src/engine/place'
import { engineer } from '../../../src/workflows/engineer'
import { spells, states } from '../../../src/workflows/engineer/states'

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

test('every one of the 26 states answers Lumos with its own row', () => {
  const answering = states.map((state) => rows.filter((row) => row.on === 'lumos' && startsIn(row, state)))
  expect(answering.map((found) => found.length)).toEqual(states.map(() => 1))
  expect(new Set(answering.flat()).size).toBe(26)
})

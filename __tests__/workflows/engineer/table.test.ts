import type { Facts } from '../../../src/engine/definition'
import { startsIn } from '../../../src/engine/place'
import { engineer } from '../../../src/workflows/engineer'
import { spells, states } from '../../../src/workflows/engineer/states'
import { combinations } from '../../support/combinations'
import { isProving } from '../../support/proving'

/** What the table does not say of itself: `verify` proves that it has no hole, XState that it is read rightly. */

const { definition } = engineer
const { rows, guards } = definition
const kindOf = (facts: Facts) => Object.values(guards).map((holds) => Number(holds(facts)))
/** One world of each kind that the conditions tell apart; a seventh of all has one of each that matters here. */
const worlds = [
  ...new Map(
    combinations(definition.domain)
      .filter((facts, index) => (isProving || index % 7 === 0) && definition.possible(facts))
      .map((facts) => [kindOf(facts).join(), facts]),
  ).values(),
]
const holdsIn = (row: (typeof rows)[number]) => (facts: Facts) =>
  row.when === undefined || guards[row.when]?.(facts) === true

/** Two rows of a state and a spell whose conditions can hold at once, with none before them that does. */
const disputes = new Set(
  states.flatMap((state) =>
    spells.flatMap((spell) => {
      const rivals = rows.filter((row) => row.on === spell && startsIn(row, state))
      return rivals.flatMap((first, index) =>
        // The last row of a cell answers whatever is left: that it comes last is no choice.
        rivals.slice(index + 1, -1).flatMap((later) => {
          const open = worlds.filter((facts) => !rivals.slice(0, index).some((row) => holdsIn(row)(facts)))
          const both = open.some((facts) => holdsIn(first)(facts) && holdsIn(later)(facts))
          return both ? [`${first.id} before ${later.id}`] : []
        }),
      )
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

import { combinations } from '../../../src/engine/assignments'
import type { Facts } from '../../../src/engine/definition'
import { startsIn } from '../../../src/engine/place'
import { engineer } from '../../../src/flows/engineer'
import { spells, states } from '../../../src/flows/engineer/states'

/** What the table does not say of itself: `verify` proves that it has no hole, XState that it is read rightly. */

const { definition } = engineer
const { rows, guards } = definition
const kindOf = (facts: Facts) => Object.values(guards).map((holds) => Number(holds(facts)))
/** One world of each kind that the conditions tell apart. */
const worlds = [
  ...new Map(
    combinations(definition.domain)
      .filter(definition.possible)
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

test('where two conditions hold at once, the order of the rows decides, and it is this one', () => {
  expect([...disputes].sort()).toEqual(
    [
      // A missing plan is told before anything else.
      'G2b before G4',
      'G2b before A3b',
      'G2b before A3',
      'G2b before A1b',
      'G2b before A3s',
      'G2b before A1s',
      'G2b before A2b',
      'G2b before A2',
      // A task that is drafted is taken up before a criterion is looked for.
      'G4 before G2',
      'G4 before G3b',
      'G2 before G3b',
      // What is missing is told before what has no effect.
      'E5 before E3',
      'E6 before E3b',
      'A3b before A3',
      'A3b before A1b',
      'A3b before A3s',
      'A3b before A1s',
      'A3 before A1b',
      'A3s before A3',
      'A3s before A1b',
      'A3s before A1s',
      'A3 before A1s',
      'A1b before A1s',
      'A2b before A2',
      // A review that is further on counts more than one that has begun.
      'PR3 before PR1',
      'PR4 before PR2',
      'PR5 before PR6',
      'R8c before R8a',
      // Work goes back to where most of it is.
      'P3b before P4c',
      'P3b before P4a',
      'P4c before P4a',
      // What is back is not asked for again.
      'R7b before R6a',
      // Where the review began, if that is known, says more than the files do.
      'V2e before V2g',
      ...['V2e', 'V2f', 'V2g'].flatMap((known) => ['V2b', 'V2a', 'V2c'].map((guessed) => `${known} before ${guessed}`)),
      'V2b before V2a',
      'V2b before V2c',
      'V2a before V2c',
    ].sort(),
  )
})

test('every condition is asked by a row', () => {
  expect(new Set(rows.flatMap(({ when }) => when ?? []))).toEqual(new Set(Object.keys(guards)))
})

test('every one of the 26 states answers Lumos with its own row', () => {
  const answering = states.map((state) => rows.filter((row) => row.on === 'lumos' && startsIn(row, state)))
  expect(answering.map((found) => found.length)).toEqual(states.map(() => 1))
  expect(new Set(answering.flat()).size).toBe(26)
})

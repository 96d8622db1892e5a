import fc from 'fast-check'
import { choose } from '../../src/work/choice'

/** Which piece of work is meant. */

const three = [
  { name: 'task', isUnderWay: true },
  { name: 'csv-export', isUnderWay: true },
  { name: 'late-orders', isUnderWay: false },
]
const one = three.slice(0, 1)

test.each([
  ['what was typed', { asked: 'late-orders', kept: 'task', branch: 'csv-export' }, 'late-orders'],
  ['what was typed, as its people call it', { asked: 'CSV Export' }, 'csv-export'],
  ['what is in use', { kept: 'late-orders', branch: 'feat/csv-export' }, 'late-orders'],
  ['what the branch is called like', { branch: 'feat/csv-export' }, 'csv-export'],
  ['what the branch is called like, whole', { branch: 'late/orders' }, 'late-orders'],
  ['the branch, if what is in use is gone', { kept: 'gone', branch: 'csv-export' }, 'csv-export'],
] as const)('%s decides', (_, hints, name) => {
  expect(choose(hints, three)).toEqual({ name })
})

test('the only one that is under way is meant, and if there is none, the only one', () => {
  expect(choose({}, three.slice(1))).toEqual({ name: 'csv-export' })
  expect(choose({ branch: 'main' }, one)).toEqual({ name: 'task' })
  expect(choose({}, three.slice(2))).toEqual({ name: 'late-orders' })
})

test('of several under way none is guessed', () => {
  expect(choose({ branch: 'main' }, three)).toEqual({ among: ['task', 'csv-export'] })
  const complete = three.map((each) => ({ ...each, isUnderWay: false }))
  expect(choose({}, complete)).toEqual({ among: ['task', 'csv-export', 'late-orders'] })
})

test.each(['csv', '../csv-export', 'feat/csv-export', ''])(
  'a name that none has is unknown, not guessed: %j',
  (asked) => {
    expect(choose({ asked, kept: 'task' }, three)).toEqual({ unknown: asked })
  },
)

test('whatever is said, the answer is one of them, or a question', () => {
  const name = fc.constantFrom('task', 'csv-export', 'late-orders', 'gone', 'feat/csv-export', '')
  const hints = fc.record({ asked: name, kept: name, branch: name }, { requiredKeys: [] })
  const candidates = fc.uniqueArray(
    fc.record({ name: fc.constantFrom('task', 'csv-export', 'late-orders'), isUnderWay: fc.boolean() }),
    { selector: (each) => each.name, minLength: 1 },
  )
  fc.assert(
    fc.property(hints, candidates, (said, all) => {
      const choice = choose(said, all)
      const names = all.map((each) => each.name)
      if ('name' in choice) expect(names).toContain(choice.name)
      else if ('among' in choice) expect(choice.among.length).toBeGreaterThan(1)
      else expect(choice.unknown).toBe(said.asked)
    }),
  )
})

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
] as const)('%s decides', (_, hints, name) => {
  expect(choose(hints, three)).toEqual({ name })
})

test('what is in use and gone is never replaced by a guess, not even by that of the branch', () => {
  expect(choose({ kept: 'gone', branch: 'csv-export' }, three)).toEqual({ among: ['task', 'csv-export'], gone: 'gone' })
  expect(choose({ kept: 'gone', isLook: true }, one)).toEqual({ among: ['task'], gone: 'gone' })
})

test('on a branch with the name of none, the only one is for a look, and a question before a step', () => {
  const merged = three.slice(1)
  expect(choose({ branch: 'feat/late-fees', isLook: true }, merged)).toEqual({ name: 'csv-export' })
  expect(choose({ branch: 'feat/late-fees' }, merged)).toEqual({ among: ['csv-export'], branch: 'feat/late-fees' })
  expect(choose({ branch: 'feat/late-fees' }, one)).toEqual({ name: 'task' })
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

const cases = ['csv', '../csv-export', 'feat/csv-export', '']
test.each(cases)('a name that none has is unknown, not guessed: %j', (asked) => {
  expect(choose({ asked, kept: 'task' }, three)).toEqual({ unknown: asked })
})

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
      else if ('among' in choice)
        expect(choice.among.length > 1 || choice.gone !== undefined || choice.branch !== undefined).toBe(true)
      else expect(choice.unknown).toBe(said.asked)
    }),
  )
})

import type { Kind } from '../../src/engine/definition'
import { type Condition, guardsOf, holds } from '../../src/workflow/conditions'
import { lawsOf, type NeverStep } from '../../src/workflow/never'

const file = {
  facts: { good: [true, false], length: ['short', 'long', 'endless'] },
  conditions: { 'may be told': { all: ['good', { not: { length: 'endless' } }] } },
} as const

test.each<[Condition, boolean, string, boolean]>([
  ['good', true, 'long', true],
  ['good', false, 'long', false],
  [{ not: 'good' }, false, 'long', true],
  [{ length: 'long' }, true, 'short', false],
  [{ length: ['short', 'long'] }, true, 'short', true],
  [{ good: false }, false, 'short', true],
  ['endless', false, 'endless', true],
  // The name of a fact is that of the fact.
  ['length', true, 'long', false],
  ['length long', true, 'long', true],
  ['length short, good false', true, 'short', false],
  ['good, long', true, 'long', true],
  ['good, long', true, 'short', false],
  ['may be told', true, 'long', true],
  ['may be told', true, 'endless', false],
  [{ any: ['may be told', { length: 'endless' }] }, false, 'endless', true],
  [{ any: ['may be told', { length: 'endless' }] }, false, 'short', false],
])('%j holds or not for what is good (%j) and %s: %j', (condition, good, length, isSo) => {
  expect(holds(condition, file)({ good, length })).toBe(isSo)
})

test('a step can name a condition, and a fact that is true', () => {
  const guards = guardsOf(file)
  expect(Object.keys(guards)).toEqual(['good', 'length', 'may be told'])
  expect(guardsOf(file, [{ when: 'good, short' }, {}])['good, short']?.({ good: true, length: 'short' })).toBe(true)
  expect(guards['may be told']?.({ good: true, length: 'short' })).toBe(true)
})

describe('what never happens', () => {
  const each = [{ chapter: 'one' }, { chapter: 'two' }]
  const law = 'only what was read is told'
  /** The laws that a step breaks. */
  const broken = (step: NeverStep, from: string, to: string, on = 'tell', good = false, kind: Kind = 'advance') =>
    lawsOf({ ...file, each, states: ['one', 'two', 'told'], never: { [law]: [{ word: 'nothing' }, step] } }).flatMap(
      ({ name, holds }) => (holds({ from, to, on, kind, facts: { good } }) ? [] : [name]),
    )

  test('is a step of those that it names', () => {
    const line = { word: ['tell', 'print'], from: '{chapter}', to: { but: '{chapter}_read' } }
    expect(broken(line, 'one', 'told')).toEqual([law])
    expect(broken(line, 'two', 'one_read', 'print')).toEqual([law])
    expect(broken(line, 'two', 'two_read')).toEqual([])
    expect(broken(line, 'one', 'told', 'read')).toEqual([])
    expect(broken(line, 'told', 'one')).toEqual([])
  })

  test('is none that stays, or for which what it says besides holds', () => {
    expect(broken({}, 'one', 'one')).toEqual([])
    expect(broken({ stays: true }, 'one', 'one')).toEqual([law])
    expect(broken({ changes: true }, 'one', 'one', 'tell', false, 'stay')).toEqual([law])
    expect(broken({ changes: true }, 'one', 'one', 'tell', false, 'block')).toEqual([])
    expect(broken({ unless: 'good' }, 'one', 'told', 'tell', true)).toEqual([])
    expect(broken({ unless: 'good' }, 'one', 'told')).toEqual([law])
  })

  test('is one ahead, of those after a state', () => {
    const line = { from: '{chapter}', to: { after: '{chapter}', but: 'two' } }
    expect(broken(line, 'one', 'told')).toEqual([law])
    expect(broken(line, 'one', 'two')).toEqual([])
    expect(broken(line, 'two', 'one')).toEqual([])
  })

  test('is looked at in each region alone', () => {
    const line = { from: 'one', to: 'told' }
    expect(broken(line, 'idle + one', 'idle + told')).toEqual([law])
    expect(broken(line, 'one + idle', 'one + told')).toEqual([])
  })
})

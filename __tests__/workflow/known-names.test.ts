import type { Kind } from '../../src/engine/definition'
import { type Condition, guardsOf, holds } from '../../src/workflow/conditions'
import { type StepsForm, withKnownNames } from '../../src/workflow/known-names'
import { lawsOf, type NeverStep } from '../../src/workflow/never'

/** What is written is printed once it is good. */
const file: StepsForm = {
  each: [{ chapter: 'one' }, { chapter: 'two' }],
  states: ['{chapter}', 'told'],
  routers: ['sorting'],
  facts: { good: [true, false], length: ['short', 'long'] },
  conditions: { 'may be told': { all: ['good', { length: 'short' }] } },
  possible: { any: ['good', 'may be told'] },
  never: { 'only what is good is told': [{ from: '{chapter}', to: { but: 'sorting' }, unless: 'good' }] },
  steps: [
    { id: 'T', word: 'tell', from: '{chapter}', when: 'may be told', to: 'told', do: ['keep'], then: 'sort' },
    { id: 'S', word: 'sort', from: ['told', 'sorting'] },
  ],
}
const [tell] = file.steps as [StepsForm['steps'][number]]
const law = 'only what is good is told'

test('a file whose names are all known is what it was', () => {
  expect(withKnownNames(file, { keep: 0 })).toBe(file)
})

// biome-ignore format: one mistake a line
test.each<[string, Partial<StepsForm>]>([
  ['the step T names what there is not: tod', { steps: [{ ...tell, to: 'tod' }] }],
  ['the step T names what there is not: on', { steps: [{ ...tell, from: 'on' }] }],
  ['the step T names what there is not: god: true', { steps: [{ ...tell, when: 'god' }] }],
  ['the step T names what there is not: god: true', { steps: [{ ...tell, when: 'short, god' }] }],
  ['the step T names what there is not: tod', { steps: [{ ...tell, from: { since: 'tod' } }] }],
  ['the step T names what there is not: toString: true', { steps: [{ ...tell, when: 'toString' }] }],
  ['the step T names what there is not: kep', { steps: [{ ...tell, do: ['keep', 'kep'] }] }],
  ['the step T names what there is not: sot', { steps: [{ ...tell, then: 'sot' }] }],
  ['a condition names what there is not: length: shrt', { conditions: { x: { not: { length: ['long', 'shrt'] } } } }],
  ['what is possible names what there is not: length: true', { possible: 'length' }],
  ['“only what is good is told” names what there is not: thre', { never: { [law]: [{ from: ['one', 'thre'] }] } }],
  ['“only what is good is told” names what there is not: tw', { never: { [law]: [{ to: { after: 'tw', but: [] } }] } }],
  ['“only what is good is told” names what there is not: say', { never: { [law]: [{ word: 'say' }] } }],
  ['“only what is good is told” names what there is not: god: true', { never: { [law]: [{ unless: 'god' }] } }],
])('%s', (message, wrong) => {
  expect(() => withKnownNames({ ...file, ...wrong }, { keep: 0 })).toThrow(message)
})

describe('conditions', () => {
  const file = {
    facts: { good: [true, false], length: ['short', 'long', 'endless'] },
    conditions: { 'may be told': { all: ['good', { not: { length: 'endless' } }] } },
  } as const

  test.each<[Condition, boolean, string, boolean]>([
    ['good', true, 'long', true],
    ['good', false, 'long', false],
    [{ length: ['short', 'long'] }, true, 'short', true],
    ['endless', false, 'endless', true],
    // The name of a fact is that of the fact.
    ['length', true, 'long', false],
    ['length long', true, 'long', true],
    ['length short, good false', true, 'short', false],
    ['good, long', true, 'long', true],
    ['may be told', true, 'long', true],
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
})

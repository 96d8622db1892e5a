import fc from 'fast-check'
import type { Definition } from '../../src/engine/definition'
import { reduce } from '../../src/engine/reduce'

type Place = 'outside' | 'hall' | 'cellar'
type Act = 'enter' | 'leave' | 'knock'
type Question = 'key' | 'light'

const house: Definition<string, Place, Act, Question> = {
  name: 'house',
  initial: 'outside',
  goal: 'cellar',
  states: ['outside', 'hall', 'cellar'],
  errors: [],
  events: ['enter', 'leave', 'knock'],
  guards: { key: ({ key }) => key === true, light: ({ light }) => Number(light) > 0 },
  rows: [
    { id: 'H1', on: 'enter', from: 'outside', when: 'key', to: 'hall', kind: 'advance', effects: ['turn', 'creak'] },
    { id: 'H2', on: 'enter', from: 'outside', when: 'light', to: 'same', kind: 'stay', effects: ['wave'] },
    { id: 'H3', on: 'enter', from: 'outside', to: 'same', kind: 'block' },
    { id: 'H4', on: 'enter', from: 'hall', to: 'cellar', kind: 'advance' },
    { id: 'H5', on: 'enter', from: 'cellar', to: 'same', kind: 'no-op' },
    { id: 'H6', on: 'leave', from: ['hall', 'cellar'], to: 'outside', kind: 'advance' },
    { id: 'H7', on: 'knock', from: ['outside', 'hall'], when: 'light', to: 'same', kind: 'show' },
    { id: 'H8', on: 'knock', from: ['hall'], to: 'same', kind: 'show' },
  ],
  domain: { key: [false, true], light: [0, 1] },
  possible: () => true,
  laws: [],
}
const nothing = { key: false, light: 0 }

describe('the effects', () => {
  test('are returned as they stand in the table, in their order', () => {
    expect(reduce(house, 'outside', 'enter', { key: true, light: 0 }).effects).toEqual(['turn', 'creak'])
  })

  test('are none where the row names none', () => {
    expect(reduce(house, 'hall', 'enter', nothing).effects).toEqual([])
  })

  test('are data: not even a function among them is called', () => {
    const effect = jest.fn()
    const rows = [{ id: 'H1', on: 'enter', from: 'outside', to: 'same', kind: 'stay', effects: [effect] }] as const
    expect(reduce({ ...house, rows }, 'outside', 'enter', nothing).effects).toEqual([effect])
    expect(effect).not.toHaveBeenCalled()
  })
})

describe('the trace', () => {
  test('names the rows that were tried, the one that answered last', () => {
    expect(reduce(house, 'outside', 'enter', { key: true, light: 1 }).trace).toEqual(['H1'])
    expect(reduce(house, 'outside', 'enter', nothing).trace).toEqual(['H1', 'H2', 'H3'])
  })

  test('leaves out rows of other states and events', () => {
    expect(reduce(house, 'hall', 'knock', nothing).trace).toEqual(['H7', 'H8'])
  })

  test('is all that is asked: the conditions of later rows are not', () => {
    const light = jest.fn()
    reduce({ ...house, guards: { ...house.guards, light } }, 'outside', 'enter', { key: true, light: 0 })
    expect(light).not.toHaveBeenCalled()
  })
})

describe('a hole', () => {
  test.each<[where: string, place: string, act: string]>([
    ['no row is', 'cellar', 'knock'],
    ['no condition holds', 'outside', 'knock'],
    ['a state is unknown', 'attic', 'enter'],
    ['an event is unknown', 'hall', 'dance'],
  ])('throws where %s, with the names of workflow, event and state', (_, place, act) => {
    const asking = () => reduce(house, place as Place, act as Act, nothing)
    expect(asking).toThrow(`house: no row answers ${act} in ${place}`)
  })
})

test('the same question always gets the same answer, and asking changes nothing', () => {
  const frozen = { ...house, rows: Object.freeze(house.rows.map((row) => Object.freeze({ ...row }))) }
  fc.assert(
    fc.property(
      fc.constantFrom<Place>('outside', 'hall', 'cellar'),
      fc.constantFrom<Act>('enter', 'leave'),
      fc.record({ key: fc.boolean(), light: fc.nat({ max: 3 }) }),
      (state, event, facts) => {
        fc.pre(state !== 'outside' || event !== 'leave')
        const first = reduce(frozen, state, event, Object.freeze(facts))
        expect(reduce(frozen, state, event, facts)).toEqual(first)
      },
    ),
  )
})

import { defaults, feasibleIn, printMarker } from '../../../src/flows/hope/marker'
import { types } from '../../../src/flows/hope/session-type'

test('a marker is one line, with its four fields in their order', () => {
  expect(printMarker({ ...defaults.Build, feasible: 'time (2h)' })).toBe(
    '[SESSION] Type: Build | Engagement: Collaborative | Horizon: Strategic | Feasible: time (2h)',
  )
})

test('what limits the work is one thing, perhaps with a bound, and stays within its field of the marker', () => {
  expect([' SOLO ', 'Time(2h,  or 3)', 'none'].map(feasibleIn)).toEqual(['solo', 'time (2h, or 3)', 'none'])
  const wrong = ['', 'luck', 'time (', 'time ()', 'time (a|b)', 'time (a\nb)', `time (${'x'.repeat(61)})`, 'time, cost']
  expect(wrong.map(feasibleIn)).toEqual(wrong.map(() => undefined))
})

test('each type of session has its defaults', () => {
  expect(types.map((type) => [type, defaults[type].horizon, defaults[type].feasible])).toEqual([
    ['Build', 'Strategic', 'solo'],
    ['Debug', 'Tactical', 'time'],
    ['Plan', 'Strategic', 'none'],
    ['Reflect', 'Existential', 'none'],
  ])
})

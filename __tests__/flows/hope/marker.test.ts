import fc from 'fast-check'
import {
  axes,
  defaults,
  engagements,
  type Feasible,
  feasibleIn,
  horizons,
  markerIn,
  printFeasible,
  printMarker,
} from '../../../src/flows/hope/marker'
import { types } from '../../../src/flows/hope/session-type'

const bound = fc
  .string({ minLength: 1, maxLength: 60 })
  .map((text) => text.replace(/[()|[\]\s]+/g, ' ').trim())
  .filter((text) => text !== '')
const feasible: fc.Arbitrary<Feasible> = fc
  .record({ axis: fc.constantFrom(...axes), bound: fc.option(bound, { nil: undefined }) })
  .map(({ axis, bound: narrow }) => ({ axis, ...(narrow !== undefined && { bound: narrow }) }))
const marker = fc.record({
  type: fc.constantFrom(...types),
  engagement: fc.constantFrom(...engagements),
  horizon: fc.constantFrom(...horizons),
  feasible,
})

const example = '[SESSION] Type: Build | Engagement: Collaborative | Horizon: Strategic | Feasible: time (2h)'
const build = { ...defaults.Build, feasible: { axis: 'time', bound: '2h' } }

test('a marker is one line, with its four fields in their order', () => {
  expect(printMarker({ ...defaults.Build, feasible: { axis: 'time', bound: '2h' } })).toBe(example)
})

test('what is printed is read back, wherever it stands in a text', () => {
  fc.assert(
    fc.property(marker, fc.string(), fc.string(), (said, before, after) => {
      const printed = printMarker(said)
      expect(printed).not.toContain('\n')
      expect(markerIn(printed)).toEqual(said)
      expect(markerIn(`${before.replaceAll('[', '')}\n${printed}\n${after.replaceAll('[', '')}`)).toEqual(said)
    }),
  )
})

test.each([
  example.replaceAll(' ', '   '),
  example.replaceAll(' |', ' (default) |'),
  `${example} (default)`,
  example.toLowerCase(),
  `**${example}**`,
  `\`${example}\``,
  `> ${example}  `,
])('%j says the same', (text) => {
  expect(markerIn(text)).toEqual(build)
})

test('`Type` is written, and the older `Pipeline` is read as well', () => {
  expect(markerIn(example.replace('Type', 'Pipeline'))).toEqual(build)
  expect(printMarker(defaults.Plan)).toContain('Type: Plan')
})

test('of a default, the axis alone is left', () => {
  expect(markerIn(example.replace('time (2h)', 'solo (default)'))?.feasible).toEqual({ axis: 'solo' })
})

test.each([
  '',
  '[SESSION]',
  'a [SESSION] marker',
  example.replace('Build', 'Shop'),
  example.replace('Collaborative', 'Bossy'),
  example.replace('Strategic', ''),
  example.replace('time (2h)', 'luck'),
  example.replace('| Horizon: Strategic ', ''),
  example.replace('Type: Build | Engagement: Collaborative', 'Engagement: Collaborative | Type: Build'),
])('%j is no marker', (text) => {
  expect(markerIn(text)).toBeUndefined()
})

test('the last marker of a text counts, also where its type is unknown', () => {
  expect(markerIn(`${example}\n${printMarker(defaults.Debug)}`)).toEqual(defaults.Debug)
  expect(markerIn(`${example}\n${example.replace('Build', 'Ship')}`)).toBeUndefined()
})

test('of several things that limit the work the first one counts, and the others are told', () => {
  expect(feasibleIn('time (2h, or 3), Cost (5) and tools')).toEqual({
    feasible: { axis: 'time', bound: '2h, or 3' },
    left: ['Cost (5)', 'tools'],
  })
  expect(feasibleIn(' SOLO ')).toEqual({ feasible: { axis: 'solo' }, left: [] })
  expect(
    ['', 'luck', 'time (', 'time ()', 'time (a|b)', 'time (a\nb)', `time (${'x'.repeat(61)})`].map(feasibleIn),
  ).toEqual(Array(7).fill(undefined))
})

test('what is feasible is printed as it is read', () => {
  fc.assert(fc.property(feasible, (said) => expect(feasibleIn(printFeasible(said))?.feasible).toEqual(said)))
})

test('each type of session has its defaults', () => {
  expect(types.map((type) => [type, defaults[type].horizon, defaults[type].feasible.axis])).toEqual([
    ['Build', 'Strategic', 'solo'],
    ['Debug', 'Tactical', 'time'],
    ['Plan', 'Strategic', 'none'],
    ['Reflect', 'Existential', 'none'],
  ])
})

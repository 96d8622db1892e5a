import type { Definition, Row } from '../../src/engine/definition'
import { verify } from '../../src/engine/verify'
import { definition as discovery } from '../../src/flows/discovery'
import { knocking, lamps } from '../support/sample-machines'

const found = (definition: Definition) =>
  verify(definition).findings.map(({ property, where }) => `${property}: ${where}`)
const cap = { counter: 'knocks', most: 3, within: ['waiting', 'ear'], free: ['leave'] }
const capped: Definition = { ...knocking, caps: [cap] }
const edit = (definition: Definition, id: string, change: Partial<Row>): Definition => ({
  ...definition,
  rows: definition.rows.map((row) => (row.id === id ? ({ ...row, ...change } as Row) : row)),
})
const without = (definition: Definition, id: string): Definition => ({
  ...definition,
  rows: definition.rows.filter((row) => row.id !== id),
})

test('regions, routers and counters may be right', () => {
  expect(found(lamps)).toEqual([])
  expect(found(capped)).toEqual([])
})

test('a router without an answer is a hole', () => {
  expect(verify(without(knocking, 'E2')).findings[0]).toEqual({
    property: 'no-hole',
    where: 'ear always',
    message: 'no row answers where knocks=0',
  })
})

test('a circle that does not count is found', () => {
  const { counts: _, ...silent } = knocking.rows[0] as Row
  const rows = knocking.rows.map((row) => (row.id === 'K1' ? silent : row))
  expect(found({ ...capped, rows })).toEqual(['circles-end: K1 waiting', 'circles-end: E2 ear'])
})

test('the states of a circle may be meant by a pattern', () => {
  const { counts: _, ...silent } = knocking.rows[0] as Row
  const rows = knocking.rows.map((row) => (row.id === 'K1' ? silent : row))
  const wide = { ...capped, caps: [{ ...cap, within: ['*'] }] }
  expect(found(wide)).toEqual([])
  expect(found({ ...wide, rows })).toEqual(['circles-end: K1 waiting', 'circles-end: E2 ear'])
})

test('a circle that counts too far is found', () => {
  const more: Definition = {
    ...capped,
    guards: { 'heard enough': ({ knocks }) => Number(knocks) >= 4 },
    domain: { knocks: [0, 1, 2, 3, 4] },
  }
  expect(verify(more).findings).toEqual([{ property: 'circles-end', where: 'K1', message: 'counts knocks beyond 3' }])
})

test('a circle that begins anew while it counts is found', () => {
  expect(found(edit(capped, 'E2', { resets: ['knocks'] }))).toEqual(['circles-end: E2'])
})

test('what a user decides each time anew is no circle', () => {
  const circle: Definition = { ...capped, caps: [{ ...cap, within: ['outside', 'waiting', 'ear'] }] }
  expect(found(circle)).toEqual([])
})

test('a circle that counts for itself may lie within, as long as nothing else begins its count anew', () => {
  const around: Definition = { ...capped, caps: [{ ...cap, counter: 'rounds', inner: ['knocks'] }] }
  expect(found(around)).toEqual([])
  expect(found({ ...around, caps: [{ ...cap, counter: 'rounds' }] })).toContain('circles-end: K1 waiting')
  expect(found(edit(around, 'E2', { resets: ['knocks'] }))).toContain('circles-end: E2')
})

test('a row that leads nowhere is no circle, if the cap says so', () => {
  const still: Definition = {
    ...capped,
    caps: [{ counter: 'rounds', within: cap.within, free: cap.free, still: ['K1'] }],
  }
  expect(found(still)).toEqual([])
})

test('routers that lead on for ever are found', () => {
  expect(found(edit(knocking, 'E2', { to: 'ear' }))).toContain('routing-ends: K1')
})

test('a state in which nothing more can be done has to say so', () => {
  const { terminals: _, ...open } = knocking
  expect(found(open)).toEqual(['way-out: inside'])
})

test('of regions one is enough in which nothing more can be done', () => {
  const refusal: Row = { id: 'N3', on: 'choose', from: '*', to: 'same', kind: 'block' }
  const stuck = edit({ ...lamps, rows: [...lamps.rows, refusal] }, 'C1', { from: ['red.dark', 'red.bright'] })
  expect(found(stuck)).toEqual(['way-out: red.broken + blue.dark'])
  expect(found({ ...stuck, terminals: ['red.broken'] })).toEqual([])
})

test.each([
  { updates: ['take the time'] },
  { counts: 'knocks' },
  { resets: ['knocks'] },
  { raises: ['leave'] },
  { effects: ['sneak'] },
])('a refusal that changes something is found: %j', (change) => {
  expect(found(edit(knocking, 'N1', change))).toContain('kind-fits: N1 inside')
})

test('what an event brings is up to the one who casts: one way out is enough', () => {
  expect(found(discovery)).toEqual([])
  const { brought: _, ...whole } = discovery
  expect(found(whole)).toContain('way-out: verified')
})

test('of regions each state has to be reached, whatever the others are', () => {
  expect(found(without(lamps, 'R1'))).toEqual(expect.arrayContaining(['all-reachable: blue.bright']))
})

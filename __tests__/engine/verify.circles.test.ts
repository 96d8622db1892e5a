import type { Definition, Facts, Row } from '../../src/engine/definition'
import { verify } from '../../src/engine/verify'
import { definition as discovery } from '../../src/workflows/discovery'
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

const silently = (definition: Definition): Definition => {
  const { counts: _, ...silent } = knocking.rows[0] as Row
  return { ...definition, rows: knocking.rows.map((row) => (row.id === 'K1' ? silent : row)) }
}
const cappedBy = (change: object): Definition => ({ ...capped, caps: [{ ...cap, ...change }] })
const around = cappedBy({ counter: 'rounds', inner: ['knocks'] })
const { terminals: _, ...open } = knocking
const { brought: __, ...whole } = discovery
const refusal: Row = { id: 'N3', on: 'choose', from: '*', to: 'same', kind: 'block' }
const stuck = edit({ ...lamps, rows: [...lamps.rows, refusal] }, 'C1', { from: ['red.dark', 'red.bright'] })
const still = { counter: 'rounds', within: cap.within, free: cap.free, still: ['K1'] }

// biome-ignore format: a case is a line
test.each<[what: string, definition: Definition, ...findings: string[]]>([
  ['regions may be right', lamps],
  ['routers and counters may be right', capped],
  ['a circle that does not count is found', silently(capped), 'circles-end: K1 waiting', 'circles-end: E2 ear'],
  ['the states of a circle may be meant by a pattern', cappedBy({ within: ['*'] })],
  ['a circle that begins again while it counts is found', edit(capped, 'E2', { resets: ['knocks'] }), 'circles-end: E2'],
  ['what a user decides each time is no circle', cappedBy({ within: ['outside', 'waiting', 'ear'] })],
  ['a circle that counts for itself may lie within', around],
  ['a row that leads nowhere is no circle, if the cap says so', { ...capped, caps: [still] }],
  ['a state in which nothing more can be done has to say so', open, 'way-out: inside'],
  ['of regions one is enough in which nothing more can be done, and has to say so', stuck, 'way-out: red.broken + blue.dark'],
  ['what an event brings is up to the one who casts: one way out is enough', discovery],
])('%s', (_, definition, ...findings) => {
  expect(found(definition)).toEqual(findings)
})

// biome-ignore format: a case is a line
test.each<[what: string, definition: Definition, finding: string]>([
  ['a circle within whose count begins again', edit(around, 'E2', { resets: ['knocks'] }), 'circles-end: E2'],
  ['routers that lead on for ever', edit(knocking, 'E2', { to: 'ear' }), 'routing-ends: K1'],
  ['a state without a way out, where an event brings nothing', whole, 'way-out: verified'],
  ['of regions each state that is not reached, whatever the others are', without(lamps, 'R1'), 'all-reachable: blue.bright'],
  ...[{ updates: ['take the time'] }, { counts: 'knocks' }, { resets: ['knocks'] }, { raises: ['leave'] }, { effects: ['sneak'] }]
    .map((change): [string, Definition, string] => [`a refusal that changes something: ${JSON.stringify(change)}`, edit(knocking, 'N1', change), 'kind-fits: N1 inside']),
])('found is %s', (_, definition, finding) => {
  expect(found(definition)).toContain(finding)
})

test('a circle that counts too far is found', () => {
  const guards = { 'heard enough': ({ knocks }: Facts) => Number(knocks) >= 4 }
  const { findings } = verify({ ...capped, guards, domain: { knocks: [0, 1, 2, 3, 4] } })
  expect(findings).toEqual([{ property: 'circles-end', where: 'K1', message: 'counts knocks beyond 3' }])
})

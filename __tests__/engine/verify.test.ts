import { type Definition, type Facts, isAvailable, type Kind, type Row } from '../../src/engine/definition'
import { verify } from '../../src/engine/verify'
import { definition as discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { allAtNight } from '../support/proving'
import { knocking, lamps } from '../support/sample-machines'

const rowsOf = ({ rows }: Definition) => rows as readonly Row[]

const found = (definition: Definition): string[] =>
  verify(definition).findings.map(({ property, where }) => `${property}: ${where}`)

test('the engineer workflow keeps every promise, over every state, spell and combination of facts', () => {
  expect(verify(engineer.definition)).toEqual({
    workflow: 'engineer',
    states: 26,
    places: 26,
    events: 6,
    rows: engineer.definition.rows.length,
    tried: expect.any(Number),
    findings: [],
  })
})

describe('the engineer workflow, broken:', () => {
  type Change = (rows: readonly Row[]) => readonly Row[]

  /** Edits the rows of an id, or only what they say in one of their states. */
  const edit =
    (id: string, state: string | undefined, write: (row: Row) => readonly Row[]): Change =>
    (rows) =>
      rows.flatMap((row) => {
        if (row.id !== id) return [row]
        const single = [row.from].flat().map((from) => ({ ...row, from }))
        return single.flatMap((half) => (state === undefined || state === half.from ? write(half) : [half]))
      })
  const without = (id: string, state?: string) => edit(id, state, () => [])
  const rewrite = (id: string, patch: object, state?: string) => edit(id, state, (row) => [{ ...row, ...patch }])
  const add =
    (row: Row): Change =>
    (rows) => [...rows, row]

  // biome-ignore format: one way to break it, one line
  const ways: [what: string, change: Change, ...findings: string[]][] = [
    ['a condition that does not exist', rewrite('A1b', { when: 'a full moon' }), 'no-hole: ACHIEVE_TASK_DRAFTING accio', 'no-dead-row: A1b ACHIEVE_TASK_DRAFTING', 'no-dead-row: A1t ACHIEVE_TASK_DRAFTING', 'no-dead-row: A1 ACHIEVE_TASK_DRAFTING'],

    ['a refusal with an effect', rewrite('GB1', { effects: ['sneak'] }), 'kind-fits: GB1 GATHER_EDITING'],
    ['half a refusal that moves', rewrite('ER8', { to: 'ERROR_REVIEW_TASK_MISSING_G' }, 'ERROR_REVIEW_TASK_RESULTS_MISSING_G'), 'kind-fits: ER8 ERROR_REVIEW_TASK_RESULTS_MISSING_G', 'laws-hold: ER8 ERROR_REVIEW_TASK_RESULTS_MISSING_G'],
    ['a row that says it stays, and leaves', rewrite('GC2a', { kind: 'stay' }), 'kind-fits: GC2a GATHER_EDITING_CONTEXT'],
    ['an advance that goes nowhere', rewrite('R1', { to: 'same' }), 'kind-fits: R1 ERROR_TASK_MISSING'],
    ['an advance to an error state', rewrite('R8b', { kind: 'advance' }, 'ERROR_REVIEW_TASK_RESULTS_MISSING_A'), 'kind-fits: R8b ERROR_REVIEW_TASK_RESULTS_MISSING_A'],
    ['a question asked in an error state', rewrite('PR3', { to: 'ERROR_PLAN_MISSING' }), 'kind-fits: PR3 GATHER_EDITING'],
    ['a missing file that leads to no error state', rewrite('A1b', { to: 'ACHIEVE_TASK_EXECUTED' }), 'kind-fits: A1b ACHIEVE_TASK_DRAFTING'],
    ['a next state that does not exist', rewrite('A3', { to: 'ACHIEVE_VICTORY' }), 'kind-fits: A3 ACHIEVE_TASK_DRAFTING'],
    ['a row of a state that does not exist', add({ id: 'A9', on: 'accio', from: 'ACHIEVE_VICTORY', to: 'ACHIEVE_COMPLETE', kind: 'advance' }), 'kind-fits: A9 ACHIEVE_VICTORY', 'no-dead-row: A9 ACHIEVE_VICTORY'],

    ['a row for a spell that does not exist', add({ id: 'X1', on: 'avada', from: 'GATHER_EDITING', to: 'same', kind: 'block' }), 'no-dead-row: X1 GATHER_EDITING'],

    ['a review that forgets where it came from', rewrite('P1', { to: 'PR_REVIEW_TASK_DRAFT_A' }, 'PR_GATHERING_COMMENTS_G'), 'laws-hold: P1 PR_GATHERING_COMMENTS_G'],
    ['a review of a plan that ends in a task', rewrite('P3', { to: 'ACHIEVE_TASK_DRAFTING' }), 'laws-hold: P3 PR_APPLIED_PENDING_ARCHIVE_G'],
    ['a review of a task that ends in the plan', rewrite('P4a', { to: 'GATHER_EDITING' }), 'laws-hold: P4a PR_APPLIED_PENDING_ARCHIVE_A'],
    ['a review of a plan that is marked as one of a task', rewrite('G5', { to: 'PR_GATHERING_COMMENTS_A' }), 'laws-hold: G5 GATHER_EDITING'],
    ['an end without criteria', without('A3b'), 'laws-hold: A3 ACHIEVE_TASK_DRAFTING'],
    ['an end with an open criterion', rewrite('A3', { when: 'open criteria' }), 'laws-hold: A3 ACHIEVE_TASK_DRAFTING'],
    ['a way back to an end without criteria', rewrite('V2c', { when: 'no open criteria' }, 'PR_REVIEW_TASK_DRAFT_A'), 'laws-hold: V2c PR_REVIEW_TASK_DRAFT_A'],
    ['a way back to an end with an open criterion', rewrite('V2e', { when: 'began between tasks' }, 'PR_GATHERING_COMMENTS_A'), 'no-dead-row: V2g PR_GATHERING_COMMENTS_A', 'laws-hold: V2e PR_GATHERING_COMMENTS_A'],
    ['a second way into the end, with all criteria met', rewrite('P4a', { when: 'all criteria met', to: 'ACHIEVE_COMPLETE' }), 'laws-hold: P4a PR_APPLIED_PENDING_ARCHIVE_A'],
    ['Expecto that leaves planning', rewrite('E2', { to: 'ACHIEVE_TASK_DRAFTING', kind: 'advance' }), 'laws-hold: E2 GATHER_EDITING'],
  ]

  test.each(allAtNight(ways))('%s', (_, change, ...findings) => {
    expect(found({ ...engineer.definition, rows: change(rowsOf(engineer.definition)) })).toEqual(findings)
  })
})

describe('on a small table', () => {
  /** A lamp: broken by a stroke, repaired with glue. */
  const lamp: Definition = {
    name: 'lamp',
    initial: 'dark',
    goal: 'bright',
    states: ['dark', 'bright', 'broken'],
    errors: ['broken'],
    events: ['press', 'strike'],
    guards: { glue: ({ glue }) => glue === true },
    rows: [
      { id: 'L1', on: 'press', from: 'dark', to: 'bright', kind: 'advance' },
      { id: 'L2', on: 'press', from: 'bright', to: 'dark', kind: 'advance' },
      { id: 'L3', on: 'press', from: 'broken', when: 'glue', to: 'dark', kind: 'advance', effects: ['drip'] },
      { id: 'L4', on: 'press', from: 'broken', to: 'same', kind: 'stay', effects: ['rattle'] },
      { id: 'L5', on: 'strike', from: ['dark', 'bright'], to: 'broken', kind: 'missing' },
      { id: 'L6', on: 'strike', from: 'broken', to: 'same', kind: 'no-op' },
    ],
    domain: { glue: [false, true] },
    possible: () => true,
    laws: [],
  }

  const without = (...gone: readonly string[]) => rowsOf(lamp).filter(({ id }) => !gone.includes(id))

  test('everything may be right', () => {
    // In six cells one combination, and in one of them two: glue is asked for where the lamp is broken.
    const size = { states: 3, places: 3, events: 2, rows: 6, tried: 7 }
    expect(verify(lamp)).toEqual({ workflow: 'lamp', ...size, findings: [] })
  })

  test('a finding names one world in which it happens', () => {
    expect(verify({ ...lamp, rows: without('L4') }).findings).toEqual([
      { property: 'no-hole', where: 'broken press', message: 'no row answers where glue=false' },
      { property: 'way-out', where: 'broken', message: 'nothing is available where glue=false' },
    ])
  })

  test('of several worlds it names the first', () => {
    expect(verify({ ...lamp, rows: without('L6') }).findings).toEqual([
      { property: 'no-hole', where: 'broken strike', message: 'no row answers where glue=false' },
    ])
  })

  test('what asks for too much is found, and is not tried to its end', () => {
    const domain = Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((fact) => [fact, [false, true]]))
    const guards = { glue: (facts: Facts) => Object.keys(domain).filter((fact) => facts[fact]).length > 0 }
    expect(verify({ ...lamp, guards, domain }).findings).toEqual([
      { property: 'no-hole', where: 'lamp', message: 'asks for more than 50000 combinations of facts' },
    ])
  })

  const always: Row = { id: 'L0', on: 'strike', from: 'dark', to: 'broken', kind: 'missing' }
  const silent = { name: 'nothing rattles', holds: ({ from }: { from: string }) => from !== 'broken' }
  const onlyIf =
    (real: boolean) =>
    ({ glue }: Facts) =>
      glue === real

  // biome-ignore format: one way to break it, one line
  test.each<[what: string, change: Partial<Definition>, ...findings: string[]]>([
    ['even facts that cannot be true together get an answer', { rows: without('L4'), possible: onlyIf(true) }, 'no-hole: broken press'],
    ['a row of several states that is dead in one of them is named with that one', { rows: [always, ...lamp.rows] }, 'no-dead-row: L5 dark'],
    ['a goal that is no state is out of reach from everywhere', { goal: 'warm' }, 'no-trap: dark', 'no-trap: bright', 'no-trap: broken'],
    ['what is broken comes in the order of the promises, each place once', { rows: without('L3', 'L6'), laws: [silent] }, 'no-hole: broken strike', 'no-trap: broken', 'laws-hold: L4 broken'],
  ])('%s', (_, change, ...findings) => {
    expect(found({ ...lamp, ...change })).toEqual(findings)
  })

  test('a law sees the whole step, and is named where it is broken', () => {
    const holds = jest.fn(({ to, facts }) => to !== 'dark' || facts.glue === false)
    expect(verify({ ...lamp, laws: [{ name: 'glue stays in the light', holds }] }).findings).toEqual([
      { property: 'laws-hold', where: 'L2 bright', message: 'breaks "glue stays in the light" when it leads to dark' },
      { property: 'laws-hold', where: 'L3 broken', message: 'breaks "glue stays in the light" when it leads to dark' },
    ])
    expect(holds).toHaveBeenCalledWith({
      from: 'broken',
      to: 'dark',
      on: 'press',
      kind: 'advance',
      facts: { glue: true },
    })
  })
})

test('an available spell is one that would do something', () => {
  const kinds: readonly Kind[] = ['advance', 'stay', 'confirm', 'missing', 'block', 'invalid', 'no-op', 'show']
  expect(kinds.filter(isAvailable)).toEqual(['advance', 'stay', 'confirm', 'missing'])
})

const circlesIn = (definition: Definition) =>
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
  expect(circlesIn(definition)).toEqual(findings)
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
  expect(circlesIn(definition)).toContain(finding)
})

test('a circle that counts too far is found', () => {
  const guards = { 'heard enough': ({ knocks }: Facts) => Number(knocks) >= 4 }
  const { findings } = verify({ ...capped, guards, domain: { knocks: [0, 1, 2, 3, 4] } })
  expect(findings).toEqual([{ property: 'circles-end', where: 'K1', message: 'counts knocks beyond 3' }])
})

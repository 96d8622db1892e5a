import fc from 'fast-check'
import type { Definition, Facts, Kind, Row } from '../../src/engine/definition'
import { reduce } from '../../src/engine/reduce'
import { combinations, isAvailable, properties, verify } from '../../src/engine/verify'
import { engineer } from '../../src/workflows/engineer'

type AnyRow = Row<string, string, string, unknown>

/** What was found, as `property: where`. */
const found = (definition: Definition): string[] =>
  verify(definition).findings.map(({ property, where }) => `${property}: ${where}`)

describe('the engineer workflow', () => {
  test('keeps every promise, over every state, spell and combination of facts', () => {
    expect(verify(engineer.definition)).toEqual({
      workflow: 'engineer',
      states: 26,
      events: 6,
      rows: engineer.definition.rows.length,
      // Seven files; none, one or two criteria, and as many open ones; three kinds of links in two files.
      worlds: 2 ** 7 * 3 * 3 * 3 * 3,
      answers: 26 * 6 * 10_368,
      findings: [],
    })
  })
})

describe('the engineer workflow, broken:', () => {
  const whole = engineer.definition as Definition
  const table: Definition = withoutRepeatedWorlds(whole)

  test('nothing is found before it is broken', () => {
    expect(found(table)).toEqual([])
  })

  type Change = (rows: readonly AnyRow[]) => readonly AnyRow[]

  /** Edits the rows of an id, or only what they say in one of their states. */
  const edit =
    (id: string, state: string | undefined, write: (row: AnyRow) => readonly AnyRow[]): Change =>
    (rows) =>
      rows.flatMap((row) => {
        if (row.id !== id) return [row]
        const single = [row.from].flat().map((from) => ({ ...row, from }))
        return single.flatMap((half) => (state === undefined || state === half.from ? write(half) : [half]))
      })
  const without = (id: string, state?: string) => edit(id, state, () => [])
  const rewrite = (id: string, patch: object, state?: string) => edit(id, state, (row) => [{ ...row, ...patch }])
  const always = (id: string, state?: string) => edit(id, state, ({ when: _, ...row }) => [row])
  const add =
    (row: AnyRow): Change =>
    (rows) => [...rows, row]
  const before =
    (id: string, other: string): Change =>
    (rows) => {
      const rest = rows.filter((row) => row.id !== id)
      const place = rest.findIndex((row) => row.id === other)
      return [...rest.slice(0, place), ...rows.filter((row) => row.id === id), ...rest.slice(place)]
    }
  const all =
    (...changes: readonly Change[]): Change =>
    (rows) =>
      changes.reduce((changed, change) => change(changed), rows)
  const refused = { to: 'same', kind: 'block', effects: [] }

  // biome-ignore format: one way to break it, one line
  test.each<[what: string, change: Change, ...findings: string[]]>([
    ['a cell without its last row', without('G3'), 'no-hole: GATHER_EDITING accio'],
    ['half a cell without its last row', without('P1b', 'PR_GATHERING_COMMENTS_A'), 'no-hole: PR_GATHERING_COMMENTS_A accio'],
    ['a state that Lumos does not know', without('L25'), 'no-hole: ERROR_COMMENTS_MISSING_A lumos'],
    ['a condition that does not exist', rewrite('A1b', { when: 'a full moon' }), 'no-hole: ACHIEVE_TASK_DRAFTING accio', 'no-dead-row: A1b ACHIEVE_TASK_DRAFTING', 'no-dead-row: A1 ACHIEVE_TASK_DRAFTING'],

    ['a refusal with an effect', rewrite('GB1', { effects: ['sneak'] }), 'kind-fits: GB1 GATHER_EDITING'],
    ['a no-op with an effect', rewrite('G3', { effects: ['sneak'] }), 'kind-fits: G3 GATHER_EDITING'],
    ['Lumos with an effect', rewrite('L4', { effects: ['sneak'] }), 'kind-fits: L4 ACHIEVE_TASK_EXECUTED'],
    ['half a refusal that moves', rewrite('ER8', { to: 'ERROR_REVIEW_TASK_MISSING_G' }, 'ERROR_REVIEW_TASK_RESULTS_MISSING_G'), 'kind-fits: ER8 ERROR_REVIEW_TASK_RESULTS_MISSING_G', 'laws-hold: ER8 ERROR_REVIEW_TASK_RESULTS_MISSING_G'],
    ['a no-op that moves', rewrite('GCN1', { to: 'GATHER_EDITING' }), 'kind-fits: GCN1 GATHER_EDITING_CONTEXT'],
    ['Lumos that moves', rewrite('L22', { to: 'GATHER_EDITING_CONTEXT' }), 'kind-fits: L22 GATHER_NEEDS_CONTEXT'],
    ['a row that says it stays, and leaves', rewrite('GC2a', { kind: 'stay' }), 'kind-fits: GC2a GATHER_EDITING_CONTEXT'],
    ['an advance that goes nowhere', rewrite('R1', { to: 'same' }), 'kind-fits: R1 ERROR_TASK_MISSING'],
    ['an advance to an error state', rewrite('R8b', { kind: 'advance' }, 'ERROR_REVIEW_TASK_RESULTS_MISSING_A'), 'kind-fits: R8b ERROR_REVIEW_TASK_RESULTS_MISSING_A'],
    ['a question asked in an error state', rewrite('PR3', { to: 'ERROR_PLAN_MISSING' }), 'kind-fits: PR3 GATHER_EDITING'],
    ['a missing file that leads to no error state', rewrite('A1b', { to: 'ACHIEVE_TASK_EXECUTED' }), 'kind-fits: A1b ACHIEVE_TASK_DRAFTING'],
    ['a next state that does not exist', rewrite('A3', { to: 'ACHIEVE_VICTORY' }), 'kind-fits: A3 ACHIEVE_TASK_DRAFTING'],
    ['a row of a state that does not exist', add({ id: 'A9', on: 'accio', from: 'ACHIEVE_VICTORY', to: 'same', kind: 'no-op' }), 'kind-fits: A9 ACHIEVE_VICTORY', 'no-dead-row: A9 ACHIEVE_VICTORY'],

    ['a row for a spell that does not exist', add({ id: 'X1', on: 'avada', from: 'GATHER_EDITING', to: 'same', kind: 'block' }), 'no-dead-row: X1 GATHER_EDITING'],
    ['a no-op before the row that goes on', before('G3', 'G2'), 'no-dead-row: G2 GATHER_EDITING'],
    ['a drafted task not resumed', before('G4', 'GCB2'), 'no-dead-row: G4 GATHER_EDITING'],
    ['a task executed before the end is seen', before('A1', 'A3'), 'no-dead-row: A3 ACHIEVE_TASK_DRAFTING', 'no-dead-row: A1b ACHIEVE_TASK_DRAFTING'],
    ['a row that is dead in its G half', always('P1', 'PR_GATHERING_COMMENTS_G'), 'no-dead-row: P1b PR_GATHERING_COMMENTS_G'],
    ['a row that is dead in its A half', always('P1', 'PR_GATHERING_COMMENTS_A'), 'no-dead-row: P1b PR_GATHERING_COMMENTS_A'],
    ['a row that only impossible facts reach', rewrite('A3', { when: 'no criteria' }), 'no-dead-row: A3 ACHIEVE_TASK_DRAFTING'],

    ['a state that nothing leads to', rewrite('P3b', { to: 'ERROR_COMMENTS_MISSING_G' }, 'PR_APPLIED_PENDING_ARCHIVE_G'), 'all-reachable: ERROR_REVIEW_TASK_RESULTS_MISSING_G'],
    ['a state that only itself leads to', all(rewrite('GC2c', refused), rewrite('E5', refused)), 'all-reachable: ERROR_CONTEXT_MISSING'],
    ['two states that only lead to each other', all(rewrite('R9', { to: 'ERROR_PLAN_MISSING', kind: 'missing' }), rewrite('R4', { to: 'ERROR_CONTEXT_MISSING', kind: 'missing' })), 'no-trap: ERROR_CONTEXT_MISSING', 'no-trap: ERROR_PLAN_MISSING'],
    ['a state that only Lumos answers', rewrite('R4', refused), 'no-trap: ERROR_PLAN_MISSING', 'way-out: ERROR_PLAN_MISSING'],
    ['a state with nothing to do where one file is gone', all(rewrite('R6a', refused), rewrite('A5b', refused, 'ERROR_REVIEW_TASK_MISSING_G')), 'way-out: ERROR_REVIEW_TASK_MISSING_G'],

    ['a review that forgets where it came from', rewrite('P1', { to: 'PR_REVIEW_TASK_DRAFT_A' }, 'PR_GATHERING_COMMENTS_G'), 'laws-hold: P1 PR_GATHERING_COMMENTS_G'],
    ['a review of a plan that ends in a task', rewrite('P3', { to: 'ACHIEVE_TASK_DRAFTING' }), 'laws-hold: P3 PR_APPLIED_PENDING_ARCHIVE_G'],
    ['a review of a task that ends in the plan', rewrite('P4a', { to: 'GATHER_EDITING' }), 'laws-hold: P4a PR_APPLIED_PENDING_ARCHIVE_A'],
    ['a review of a plan that is marked as one of a task', rewrite('G5', { to: 'PR_GATHERING_COMMENTS_A' }), 'laws-hold: G5 GATHER_EDITING'],
    ['an end without criteria', without('A3b'), 'laws-hold: A3 ACHIEVE_TASK_DRAFTING'],
    ['an end with an open criterion', rewrite('V2c', { when: 'plan' }), ''],
    ['Expecto that leaves planning', rewrite('E2', { to: 'ACHIEVE_TASK_DRAFTING', kind: 'advance' }), 'laws-hold: E2 GATHER_EDITING'],
  ])('%s', (_, change, ...findings) => {
    expect(found({ ...table, rows: change(table.rows) })).toEqual(findings)
  })
})

/** The same definition over its possible worlds only, of which one criterion is enough: a small part of the time. */
function withoutRepeatedWorlds(definition: Definition): Definition {
  const { domain, possible, guards, laws } = definition
  const worlds = combinations({ ...domain, criteria: [0, 1], openCriteria: [0, 1] }).filter(possible)
  const world = (facts: Facts): Facts => worlds[Number(facts.world)] ?? {}
  return {
    ...definition,
    domain: { world: worlds.map((_, index) => index) },
    possible: () => true,
    guards: Object.fromEntries(
      Object.entries(guards).map(([name, holds]) => [name, (facts: Facts) => holds(world(facts))]),
    ),
    laws: laws.map(({ name, holds }) => ({ name, holds: (step) => holds({ ...step, facts: world(step.facts) }) })),
  }
}
void [fc, combinations, isAvailable, properties, reduce]
export type X = [Facts, Kind]

import type { Facts, Kind } from '../../../src/engine/definition'
import { reduce } from '../../../src/engine/reduce'
import { combinations } from '../../../src/engine/verify'
import { engineer } from '../../../src/workflows/engineer'
import { type Spell, type State, spells, states } from '../../../src/workflows/engineer/states'

const { definition } = engineer

/**
 * The table of specs/engineer.md §2, copied by hand: under each state its spells, and for each spell its rows. A row is
 * `condition: ID sign STATE`; the first whose condition holds answers. `_X` stands for G and A, the same one throughout;
 * where the halves differ they stand left and right of `|`. `*` names rows that several states share, see below.
 */
const table = `
GATHER_NEEDS_CONTEXT
  accio    GC1 → GATHER_EDITING_CONTEXT
  expecto  GCB2 ⛔
  reparo   GCB3 ⛔
  reverto  GCB1 ⛔
  finite   F4 ⛔
  lumos    L22
GATHER_EDITING_CONTEXT
  accio    no context: GC2c ! ERROR_CONTEXT_MISSING · context links: GC2a → GATHER_EDITING · GC2b → GATHER_EDITING
  expecto  no context: E5 ! ERROR_CONTEXT_MISSING · no context links: E3 ∅ · context links done: E4 ∅ · E1b → stays
  reparo   GCB4 ⛔
  reverto  GCB1 ⛔
  finite   GCN1 ∅
  lumos    L23
GATHER_EDITING
  accio    no plan: G2b ! ERROR_PLAN_MISSING · task: G4 → ACHIEVE_TASK_DRAFTING · open: G2 → ACHIEVE_TASK_DRAFTING · G3 ∅
  expecto  no plan: E6 ! ERROR_PLAN_MISSING · no plan links: E3b ∅ · plan links done: E4b ∅ · E2 → stays
  reparo   review task: PR3 ? PR_CONFIRM_RESTART_TASK_G · comments: PR1 ? PR_CONFIRM_RESTART_COMMENTS_G · G5 → PR_GATHERING_COMMENTS_G
  reverto  GB1 ⛔
  finite   GN1 ∅
  lumos    L2
ACHIEVE_TASK_DRAFTING
  accio    no plan: G2b ! ERROR_PLAN_MISSING · no criteria: A3b ∅ · none open: A3 → ACHIEVE_COMPLETE · no task: A1b ! ERROR_TASK_MISSING · A1 → ACHIEVE_TASK_EXECUTED
  expecto  AB3 ⛔
  reparo   *REVIEW
  reverto  AB2 ⛔
  finite   F1 → GATHER_EDITING
  lumos    L3
ACHIEVE_TASK_EXECUTED
  accio    no plan: G2b ! ERROR_PLAN_MISSING · no results: A2b ! ERROR_TASK_RESULTS_MISSING · task: A2 → ACHIEVE_TASK_DRAFTING · A2c → ACHIEVE_TASK_DRAFTING
  expecto  AB3 ⛔
  reparo   *REVIEW
  reverto  AB2 ⛔
  finite   AB1 ⛔
  lumos    L4
ACHIEVE_COMPLETE
  accio    A4 ∅
  expecto  AB3 ⛔
  reparo   *REVIEW
  reverto  AB2 ⛔
  finite   F2 → GATHER_EDITING
  lumos    L5
PR_GATHERING_COMMENTS_X
  accio    comments: P1 → PR_REVIEW_TASK_DRAFT_X · P1b ! ERROR_COMMENTS_MISSING_X
  expecto  PB2 ⛔
  reparo   PB4 ⛔
  reverto  *LEAVE
  finite   PB3 ⛔
  lumos    L6 | L7
PR_REVIEW_TASK_DRAFT_X
  accio    review task: P2 → PR_APPLIED_PENDING_ARCHIVE_X · P2b ! ERROR_REVIEW_TASK_MISSING_X
  expecto  PB2b ⛔
  reparo   PB4 ⛔
  reverto  *LEAVE
  finite   PB3 ⛔
  lumos    L8 | L9
PR_APPLIED_PENDING_ARCHIVE_X
  accio    *ARCHIVE
  expecto  PB2d ⛔
  reparo   ER3b ⛔
  reverto  PB1 ⛔
  finite   F3 ⛔
  lumos    L10 | L11
PR_CONFIRM_RESTART_COMMENTS_X
  accio    comments: C3a → PR_GATHERING_COMMENTS_X · C3b ! ERROR_COMMENTS_MISSING_X
  expecto  PB6 ⛔
  reparo   C1 → PR_GATHERING_COMMENTS_X
  reverto  *LEAVE
  finite   PB5 ⛔
  lumos    L12 | L13
PR_CONFIRM_RESTART_TASK_X
  accio    review task: C3c → PR_REVIEW_TASK_DRAFT_X · C3d ! ERROR_REVIEW_TASK_MISSING_X
  expecto  PB6 ⛔
  reparo   C2 → PR_GATHERING_COMMENTS_X
  reverto  *LEAVE
  finite   PB5 ⛔
  lumos    L14 | L15
ERROR_CONTEXT_MISSING
  accio    R9 → GATHER_EDITING_CONTEXT
  expecto  ER12 ⛔
  reparo   ER10 ⛔
  reverto  ER11 ⛔
  finite   ER9 ⛔
  lumos    L24
ERROR_PLAN_MISSING
  accio    R4 → GATHER_NEEDS_CONTEXT
  expecto  ER7a ⛔
  reparo   ER3a ⛔
  reverto  ER4 ⛔
  finite   ER1 ⛔
  lumos    L18
ERROR_TASK_MISSING
  accio    R1 → ACHIEVE_TASK_DRAFTING
  expecto  ER6 ⛔
  reparo   *REVIEW
  reverto  ER4 ⛔
  finite   F1 → GATHER_EDITING
  lumos    L16
ERROR_TASK_RESULTS_MISSING
  accio    results: R2 → ACHIEVE_TASK_DRAFTING · R3 → ACHIEVE_TASK_DRAFTING
  expecto  ER6 ⛔
  reparo   *REVIEW
  reverto  ER4 ⛔
  finite   F1 → GATHER_EDITING
  lumos    L17
ERROR_COMMENTS_MISSING_X
  accio    R5a → PR_GATHERING_COMMENTS_G | R5b → PR_GATHERING_COMMENTS_A
  expecto  ER6 ⛔
  reparo   *REVIEW_AGAIN
  reverto  *LEAVE
  finite   F1 → GATHER_EDITING
  lumos    L19 | L25
ERROR_REVIEW_TASK_MISSING_X
  accio    comments: R6a → PR_REVIEW_TASK_DRAFT_X · R7a ! ERROR_COMMENTS_MISSING_X
  expecto  ER8 ⛔
  reparo   *REVIEW_AGAIN
  reverto  ER4 ⛔
  finite   ER2 ⛔
  lumos    L20 | L26
ERROR_REVIEW_TASK_RESULTS_MISSING_X
  accio    review results: R8c → PR_APPLIED_PENDING_ARCHIVE_X · review task: R8a → PR_REVIEW_TASK_DRAFT_X · R8b ! ERROR_REVIEW_TASK_MISSING_X
  expecto  ER8 ⛔
  reparo   ER3a ⛔
  reverto  ER4 ⛔
  finite   ER2 ⛔
  lumos    L21 | L27
`

const shared: Readonly<Record<string, string>> = {
  REVIEW:
    'review task: PR4 ? PR_CONFIRM_RESTART_TASK_A · comments: PR2 ? PR_CONFIRM_RESTART_COMMENTS_A · A5a → PR_GATHERING_COMMENTS_A',
  REVIEW_AGAIN:
    'review task: PR5 ? PR_CONFIRM_RESTART_TASK_X · comments: PR6 ? PR_CONFIRM_RESTART_COMMENTS_X · A5b → PR_GATHERING_COMMENTS_X',
  ARCHIVE:
    'review results: P3 → GATHER_EDITING · P3b ! ERROR_REVIEW_TASK_RESULTS_MISSING_G | ' +
    'no review results: P3b ! ERROR_REVIEW_TASK_RESULTS_MISSING_A · results: P4c → ACHIEVE_TASK_EXECUTED · task: P4a → ACHIEVE_TASK_DRAFTING · P4b → ACHIEVE_TASK_DRAFTING',
  LEAVE:
    'V1 → GATHER_EDITING | ' +
    'results: V2b → ACHIEVE_TASK_EXECUTED · task: V2a → ACHIEVE_TASK_DRAFTING · all met: V2c → ACHIEVE_COMPLETE · V2d ! ERROR_TASK_MISSING',
}

const conditions: Readonly<Record<string, (facts: Facts) => boolean>> = {
  'no context': ({ context }) => !context,
  'context links': ({ contextLinks }) => contextLinks !== 'none',
  'no context links': ({ contextLinks }) => contextLinks === 'none',
  'context links done': ({ contextLinks }) => contextLinks === 'done',
  'no plan': ({ plan }) => !plan,
  'no plan links': ({ planLinks }) => planLinks === 'none',
  'plan links done': ({ planLinks }) => planLinks === 'done',
  'no criteria': ({ criteria }) => criteria === 0,
  open: ({ openCriteria }) => Number(openCriteria) >= 1,
  'none open': ({ openCriteria }) => openCriteria === 0,
  'all met': ({ criteria, openCriteria }) => Number(criteria) >= 1 && openCriteria === 0,
  task: ({ task }) => task === true,
  'no task': ({ task }) => !task,
  results: ({ results }) => results === true,
  'no results': ({ results }) => !results,
  comments: ({ comments }) => comments === true,
  'review task': ({ reviewTask }) => reviewTask === true,
  'review results': ({ reviewResults }) => reviewResults === true,
  'no review results': ({ reviewResults }) => !reviewResults,
}

const kinds: Readonly<Record<string, Kind>> = {
  '→': 'advance',
  '→ stays': 'stay',
  '⛔': 'block',
  '∅': 'no-op',
  '?': 'confirm',
  '!': 'missing',
  '': 'show',
}

interface Line {
  readonly id: string
  readonly holds: (facts: Facts) => boolean
  /** Id, kind and next state. */
  readonly answer: string
}

/** Reads one part of a cell; throws where it is miswritten. */
function parseLine(part: string, state: string): Line {
  const [, condition, id = '', sign = '', to] =
    /^(?:([a-z ]+): )?([A-Z]+\d+[a-z]?)(?: (→ stays|[→⛔∅?!]))?(?: ([A-Z_]+))?$/u.exec(part) ?? []
  const holds = condition === undefined ? () => true : conditions[condition]
  if (id === '' || holds === undefined) throw new Error(`miswritten: ${part}`)
  return { id, holds, answer: `${id} ${kinds[sign]} ${to ?? state}` }
}

/** Every cell over real states, with its rows in order. */
const cells = table
  .trim()
  .split(/\n(?=\S)/)
  .flatMap((block) => {
    const [name = '', ...entries] = block.split('\n')
    const origins = name.endsWith('_X') ? ['G', 'A'] : ['']
    return origins.flatMap((origin, half) =>
      entries.map((entry) => {
        const [spell = '', ...rest] = entry.trim().split(/ +/)
        const text = rest.join(' ')
        const whole = text.startsWith('*') ? (shared[text.slice(1)] ?? '') : text
        const own = whole.split(' | ')[half] ?? whole
        const state = name.replace(/_X$/, `_${origin}`)
        const lines = own.replace(/_X\b/g, `_${origin}`).split(' · ')
        return [state as State, spell as Spell, lines.map((line) => parseLine(line, state))] as const
      }),
    )
  })

const worlds = combinations(definition.domain).filter(definition.possible)

const answerOf = (state: State, spell: Spell, facts: Facts): string => {
  const { row, state: to } = reduce(definition, state, spell, facts)
  return `${row.id} ${row.kind} ${to}`
}

describe('each cell of the table', () => {
  test.each(cells)('%s %s', (state, spell, lines) => {
    const answering = new Set<Line>()
    const wrong = new Map<string, Facts>()
    for (const facts of worlds) {
      const line = lines.find(({ holds }) => holds(facts))
      const answer = answerOf(state, spell, facts)
      if (line) answering.add(line)
      if (answer !== line?.answer) wrong.set(`${answer} instead of ${line?.answer}`, facts)
    }
    expect([...wrong]).toEqual([])
    // Each row of the page has a world in which it answers, so none of them goes untested.
    expect([...answering].map(({ id }) => id).sort()).toEqual(lines.map(({ id }) => id).sort())
  })

  test('is there: six spells in 26 states', () => {
    const all = states.flatMap((state) => spells.map((spell) => `${state} ${spell}`))
    expect(all).toHaveLength(26 * 6)
    expect(cells.map(([state, spell]) => `${state} ${spell}`).sort()).toEqual(all.sort())
  })
})

describe('where two conditions of a cell hold, the order decides:', () => {
  const disputes = cells.flatMap(([state, spell, lines]) =>
    lines.flatMap((first, index) =>
      lines.slice(index + 1, -1).flatMap((later) => {
        const earlier = lines.slice(0, index)
        const disputed = worlds.filter(
          (facts) => first.holds(facts) && later.holds(facts) && !earlier.some(({ holds }) => holds(facts)),
        )
        return disputed.map((facts) => ({ order: `${first.id} before ${later.id}`, state, spell, facts, first }))
      }),
    ),
  )

  const orders = [
    'G2b before G4',
    'G2b before A3b',
    'G2b before A3',
    'G2b before A1b',
    'G2b before A2b',
    'G2b before A2',
    'G4 before G2',
    'E5 before E3',
    'E6 before E3b',
    'A3b before A3',
    'A3b before A1b',
    'A3 before A1b',
    'A2b before A2',
    'PR3 before PR1',
    'PR4 before PR2',
    'PR5 before PR6',
    'P3b before P4c',
    'P3b before P4a',
    'P4c before P4a',
    'V2b before V2a',
    'V2b before V2c',
    'V2a before V2c',
    'R8c before R8a',
  ]

  test.each(orders)('%s', (order) => {
    const disputed = disputes.filter((dispute) => dispute.order === order)
    expect(new Set(disputed.map(({ state, spell, facts }) => answerOf(state, spell, facts)))).toEqual(
      new Set(disputed.map(({ first }) => first.answer)),
    )
  })

  test('nowhere else', () => {
    expect(new Set(disputes.map(({ order }) => order))).toEqual(new Set(orders))
  })
})

test('the table has these rows and no others', () => {
  const written = new Set(cells.flatMap(([, , lines]) => lines.map(({ id }) => id)))
  expect(new Set(definition.rows.map(({ id }) => id))).toEqual(written)
})

test('every condition is asked by a row', () => {
  expect(new Set(definition.rows.flatMap(({ when }) => when ?? []))).toEqual(new Set(Object.keys(definition.guards)))
})

test('every state answers Lumos with a row of its own: L2 to L27', () => {
  const ids = states.map((state) =>
    definition.rows.filter(({ on, from }) => on === 'lumos' && [from].flat().includes(state)),
  )
  expect(
    ids
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Array.from({ length: 26 }, (_, index) => `L${index + 2}`).sort())
})

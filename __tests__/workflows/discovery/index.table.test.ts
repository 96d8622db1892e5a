import { Failure } from '../../../src/text/failure'
import {
  aiReview,
  artifactKey,
  humanReview,
  looksAt,
  type Phase,
  type Plan,
  type PlanPayload,
  phases,
  type State,
  states,
} from '../../../src/workflows/discovery/plan'
import { rows } from '../../../src/workflows/discovery/table'
import {
  after,
  artifacts,
  notReady,
  plan,
  planned,
  reviewOf,
  saved,
  simple,
  standingAt,
  stateFile,
  submitted,
  walkTo,
} from '../../support/discovery-plan'
import { makeFolder } from '../../support/folder'

/**
 * What can be done with a plan, each executed in a folder of its own: which row answers, where it leads, and what it means
 * (exit code 0, 2 or 3).
 */

type Case = readonly [
  row: string,
  from: State,
  event: string,
  brought: PlanPayload,
  to: State,
  exitCode: 0 | 2 | 3,
  more?: {
    readonly plan?: Partial<Plan>
    readonly of?: Partial<Record<Phase, object>>
    readonly via?: readonly string[]
  },
]

const next: Readonly<Record<Phase, State>> = {
  discovery: 'clarification',
  clarification: 'contracts',
  contracts: 'implementation_plan',
  implementation_plan: 'validation',
  validation: 'verified',
}
const autonomous = { autonomous_mode: true }
const text = (artifact: unknown) => ({ text: JSON.stringify(artifact) })
/** The same in other bytes, with other white space in its texts. */
const version = (phase: Phase) => `${JSON.stringify(artifacts[phase], null, 4).replace(/(\w) (\w)/g, '$1\\t  $2')}\r\n`
const back = (phase: Phase) => ({
  plan: { feedback: [{ id: 'F1', phase, text: 'Name the callers', by: 'ai', revision: 1 } as const] },
})
const follows: Readonly<Partial<Record<Phase, readonly string[]>>> = {
  clarification: ['CD.full'],
  validation: ['done'],
}
const again = { from: 'discovery', trigger: 'new_discovery', changes: 'A second module.' }

/** Reviews that leave a name of their phase unsaid. */
const unnamed = [0, 1, 2].map((left) => (phase: Phase): PlanPayload => {
  return { points: [], findings: { ...reviewOf(phase), [looksAt[phase][left] ?? '']: '' } }
})
/** Reviews that leave a point unsaid, or that say nothing of their own: what is one in a phase is one in each. */
const unjudged: readonly ((phase: Phase) => PlanPayload)[] = [
  (phase) => ({ points: [{ id: 'K1', text: 'x' }], findings: { K1: ' ', ...reviewOf(phase) } }),
  (phase) => ({ points: [], findings: { K2: 'It was looked at.', ...reviewOf(phase) } }),
  (phase) => ({ points: [], findings: { R1: 'looks good, nothing to add', ...reviewOf(phase) } }),
  () => ({ points: [], findings: { R1: 'The files were opened, all of it holds.' } }),
  (phase) => ({ points: [], findings: { ...reviewOf(phase), [looksAt[phase][0] ?? '']: 'looks fine' } }),
  (phase) => ({ points: [], findings: Object.fromEntries(looksAt[phase].map((name) => [name, 'It was opened.'])) }),
]

const ofPhase = (phase: Phase): readonly Case[] => {
  const [ai, human] = [aiReview(phase), humanReview(phase)]
  const via = follows[phase] ?? []
  const again = (row: string, to: State, exitCode: 0 | 2, brought: PlanPayload): Case => {
    return [row, phase, 'submit', { ...text(artifacts[phase]), ...brought }, to, exitCode, back(phase)]
  }
  return [
    ['P.submit-bad', phase, 'submit', text([]), phase, 2],
    again('P.unchanged', phase, 2, { versions: { 1: version(phase) } }),
    again('P.unsettled', phase, 2, { versions: { 1: '{}' } }),
    again('P.unsettled', phase, 2, { settled: { F1: 'fixed' } }),
    again('P.unsettled', phase, 2, { settled: { F1: 'Name the callers' } }),
    again('P.unsettled', phase, 2, { settled: { F2: 'Both are named' } }),
    again('P.submit', ai, 0, { settled: { F1: 'Both are named' } }),
    ['P.submit', phase, 'submit', text(artifacts[phase]), ai, 0],
    ['P.ai-role', ai, 'approve', { as: 'human' }, ai, 3],
    ['P.ai-role', ai, 'approve', { as: 'human' }, ai, 3, { plan: autonomous }],
    ...[...unnamed, ...(phase === 'discovery' ? unjudged : [])].map((said): Case => {
      return ['P.unjudged', ai, 'approve', said(phase), ai, 2]
    }),
    ['P.unjudged', ai, 'approve', { points: [] }, ai, 2, { plan: autonomous }],
    ['P.ai', ai, 'approve', { points: [], findings: { R1: 'It was built once, too.', ...reviewOf(phase) } }, human, 0],
    ['P.auto', ai, 'approve', {}, next[phase], 0, { plan: autonomous, via }],
    ['P.ai', ai, 'approve', {}, human, 0],
    ['P.ai', ai, 'approve', { as: 'ai' }, human, 0],
    ['P.hu-role', human, 'approve', { as: 'ai' }, human, 3],
    ['P.hu-role', human, 'approve', {}, human, 3],
    ['P.hu', human, 'approve', { as: 'human' }, next[phase], 0, { via }],
    ['P.hu-auto', human, 'approve', { as: 'ai' }, next[phase], 0, { plan: autonomous, via }],
    ['P.rev-empty', ai, 'revise', { feedback: [' \n'] }, ai, 2],
    ['P.rev-empty', human, 'revise', {}, human, 2],
    ['P.rev', ai, 'revise', { feedback: ['Name the callers.'] }, phase, 0],
    ['P.rev', human, 'revise', { feedback: ['Name the callers.'], as: 'human' }, phase, 0],
    ['P.rev', ai, 'revise', { feedback: ['Name the callers.'] }, phase, 0, { plan: autonomous }],
    ['B.submit', ai, 'submit', text(artifacts[phase]), ai, 3],
    ['B.submit', human, 'submit', text([]), human, 3],
    ['B.approve', phase, 'approve', {}, phase, 3],
    ['B.revise', phase, 'revise', { feedback: ['Name the callers.'] }, phase, 3],
  ]
}

// biome-ignore format: one case a line
const others: readonly Case[] = [
  ['P.later', aiReview('discovery'), 'approve', {}, 'clarification', 0, { of: { discovery: simple } }],
  ['P.auto-held', aiReview('validation'), 'approve', {}, humanReview('validation'), 0, { plan: autonomous, of: { validation: notReady } }],
  ['P.hu-role', humanReview('validation'), 'approve', { as: 'ai' }, humanReview('validation'), 3, { plan: autonomous, of: { validation: notReady } }],
  ['P.hu', humanReview('validation'), 'approve', { as: 'human' }, 'verified', 0, { plan: autonomous, of: { validation: notReady }, via: ['done'] }],
  ['P.hu', humanReview('clarification'), 'approve', { as: 'human' }, 'implementation_plan', 0, { of: { discovery: simple }, via: ['CD.skip'] }],
  ['P.auto', aiReview('clarification'), 'approve', {}, 'implementation_plan', 0, { of: { discovery: simple }, plan: autonomous, via: ['CD.skip'] }],
  ...states.slice(1).map((state): Case => ['RP', state, 'replan', again, 'discovery', 0]),
  ...states.slice(1).map((state): Case => ['RP.bad', state, 'replan', { ...again, trigger: 'boredom' }, state, 2]),
  ['B.replan', 'discovery', 'replan', again, 'discovery', 3],
  ['RP', 'discovery', 'replan', { ...again, force: true }, 'discovery', 0],
  ['RP.bad', 'discovery', 'replan', { ...again, force: true, trigger: 'boredom' }, 'discovery', 2],
  ...states.map((state): Case => ['B.start', state, 'start', { task: 'csv-export' }, state, 3]),
  ...(['submit', 'approve', 'revise'] as const).map((event): Case => ['B.verified', 'verified', event, { feedback: ['x'], text: '{}' }, 'verified', 3]),
  ['B.switch', 'verified', 'autonomous', { on: true }, 'verified', 3],
  ...states.filter((state) => state !== 'verified').map((state): Case => ['AM', state, 'autonomous', { on: true }, state, 0]),
  ['AM', 'contracts', 'autonomous', { on: false }, 'contracts', 0, { plan: autonomous }],
  ['AM.same', 'contracts', 'autonomous', { on: false }, 'contracts', 0],
  ...states.map((state): Case => [`S.${state}`, state, 'status', {}, state, 0]),
  ['S.clarification-autonomous', 'clarification', 'status', {}, 'clarification', 0, { plan: autonomous }],
]

/** What is refused in one phase is in each: the lines of the table stand for all of them. */
const isTried = ([, from, , , , exitCode]: Case) => exitCode === 0 || from.startsWith('discovery')
const cases = [...phases.flatMap(ofPhase).filter(isTried), ...others]

const inWords = ([row, from, event, brought, to, exitCode]: Case) =>
  `${row} from ${from} on ${event} with ${JSON.stringify(brought)} leads to ${to}, exit code ${exitCode}`

/** What a row that takes nothing is called where it is told. */
const codes: Readonly<Record<string, string>> = {
  'P.submit-bad': 'artifact-invalid',
  'P.unchanged': 'artifact-unchanged',
  'P.unsettled': 'feedback-open',
  'P.unjudged': 'findings-missing',
  'P.rev-empty': 'no-feedback',
  'RP.bad': 'replan-invalid',
}

test.each(cases.map((one) => [inWords(one), one] as const))('%s', async (_, one) => {
  const [row, from, event, brought, to, exitCode, { plan, of, via = [] } = {}] = one
  const folder = makeFolder(standingAt(from, plan, of))
  const before = folder.contents()
  const answer = await planned(folder, event, brought).catch((error: unknown) => error)
  if (answer instanceof Failure) {
    expect({ code: answer.code, to: from, exitCode: answer.exitCode }).toEqual({ code: codes[row], to, exitCode })
  } else {
    expect(answer).toMatchObject({ row, from, to, rule: [row, ...via].join(' → '), ok: exitCode === 0 })
    expect(saved(folder).state).toBe(to)
  }
  // What is refused changes nothing.
  if (exitCode !== 0) expect(folder.contents()).toEqual(before)
})

const events = ['submit', 'approve', 'revise', 'replan', 'autonomous'] as const
test.each(events)('%s without a plan is refused', async (event) => {
  const folder = makeFolder()
  const answer = await planned(folder, event, { text: '{}', feedback: ['x'], ...again })
  expect(answer).toMatchObject({ row: 'P.none', outcome: 'blocked', to: 'discovery' })
  expect(folder.contents()).toEqual({})
})

test('the start makes a plan, and looking makes none', async () => {
  const folder = makeFolder()
  expect(await planned(folder, 'status')).toMatchObject({ row: 'none', outcome: 'shown' })
  expect(folder.contents()).toEqual({})
  expect(await planned(folder, 'start', { task: 'csv-export' })).toMatchObject({ row: 'start', to: 'discovery' })
  expect(saved(folder).plan).toMatchObject({
    task: 'csv-export',
    title: 'csv-export',
    goal: '',
    autonomous_mode: false,
  })
})

test('every row of the table is among these', () => {
  const tried = new Set(cases.flatMap(([row, , , , , , more]) => [row, ...(more?.via ?? [])]))
  const untried = rows.filter(({ id }) => !tried.has(id)).map(({ id }) => id)
  expect([...new Set(untried)]).toEqual(['start', 'P.none', 'none'])
})

test('an approval is that of the review that is pending; without a human one approval is both', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'discovery_awaiting_human_review')
  expect(saved(folder).plan.approvals).toEqual({ discovery: { ai: expect.any(String) } })
  await planned(folder, 'approve', { as: 'human' })
  expect(saved(folder).plan.approvals.discovery).toMatchObject({ human: expect.any(String), by: 'human' })

  const alone = makeFolder(standingAt('discovery_awaiting_ai_review', { autonomous_mode: true }))
  expect(await planned(alone, 'approve')).toMatchObject({ to: 'clarification' })
  expect(saved(alone).plan.approvals.discovery).toMatchObject({ ai: expect.any(String), by: 'autonomous' })
})

test.each([
  ['LOW, three files that are named four times', { ...simple, relevant_files: ['a', 'b', 'c', 'a'] }, true],
  ['LOW in small letters', { ...simple, complexity_assessment: 'low' }, true],
  ['LOW, four files', { ...simple, relevant_files: ['a', 'b', 'c', 'd'] }, false],
  ['LOW, an integration point', { ...simple, integration_points: ['the mail server'] }, false],
  ['MEDIUM', { ...simple, complexity_assessment: 'MEDIUM' }, false],
])('three things decide, and patterns are none of them: %s', async (_, discovered, skips) => {
  const folder = makeFolder()
  await walkTo(folder, 'clarification_awaiting_human_review', { discovery: discovered })
  expect(await planned(folder, 'approve', { as: 'human' })).toMatchObject({
    to: skips ? 'implementation_plan' : 'contracts',
    skip_contracts: skips,
  })
})

test('what is not preserved is stale, and a name keeps what is', async () => {
  const folder = makeFolder(standingAt('verified'))
  const again = { from: 'contracts', trigger: 'requirements_changed', changes: 'JSON, too.' }
  await planned(folder, 'replan', { ...again, preserve: ['Discovery'] })
  expect(saved(folder).plan).toMatchObject({
    stale: ['clarification'],
    restart_context: { preserve_artifacts: ['discovery'] },
  })
})

test.each([
  ['discovery', 10],
  ['clarification', 30],
  ['contracts', 15],
  ['implementation_plan', 20],
  ['validation', 10],
] as const)('%s warns after more than %i minutes, and goes on anyway', async (phase, limit) => {
  const folder = makeFolder(standingAt(phase))
  expect((await planned(folder, 'status', {}, after(limit))).warnings).toEqual([])
  const late = await planned(folder, 'status', {}, after(limit + 1))
  expect(late.warnings).toEqual([
    expect.stringMatching(new RegExp(`has taken ${limit + 1} minutes; ${limit} minutes are planned`)),
  ])
  const done = await submitted(folder, artifacts[phase], after(limit + 1))
  expect(done).toMatchObject({ outcome: 'advanced', warnings: late.warnings })
  // A review has no limit, and a phase that is entered again has all its time again.
  expect((await planned(folder, 'status', {}, after(1000))).warnings).toEqual([])
  await planned(folder, 'revise', { feedback: ['Name the callers.'] }, after(1000))
  expect((await planned(folder, 'status', {}, after(1000 + limit))).warnings).toEqual([])
})

test.each([
  [119, '119 minutes'],
  [4332, '3 days'],
])('%i minutes are %s to who is told', async (minutes, said) => {
  const { warnings } = await planned(makeFolder(standingAt('contracts')), 'status', {}, after(minutes))
  expect(warnings).toEqual([`The contracts phase has taken ${said}; 15 minutes are planned for it.`])
})

test('what a reviewer has to say goes in with revise, and the next draft gets to see it', async () => {
  const folder = makeFolder(standingAt('contracts_awaiting_human_review'))
  const words = { feedback: ['Where are the errors?'], as: 'human' } as const
  const answer = await planned(folder, 'revise', words)
  expect(answer.developer).toContain(
    'The agent sent the contracts back; passed on as your words: “Where are the errors?”',
  )
  expect(answer.ai).toContain('Work in the feedback that `spell discovery status` quotes')
  const { ai } = await planned(folder, 'status')
  expect(ai).toContain(
    '### What It Was Sent Back With\n\n```\n- F1, sent back; the agent passes on: “Where are the errors?”\n```',
  )
  const sent = { id: 'F1', phase: 'contracts', text: 'Where are the errors?', by: 'human', revision: 1 }
  expect(saved(folder).plan.feedback).toEqual([sent])
  const [line] = JSON.parse(folder.read(stateFile)).history.slice(-1)
  expect(line.about).toMatchObject({ by: 'human', phase: 'contracts', said: 'Where are the errors?' })
  expect(folder.read(`${plan.folder}/artifacts/${artifactKey.contracts}.r1.json`)).toContain('One function.')
  await submitted(folder, artifacts.contracts)
  expect(saved(folder).plan.feedback).toEqual([{ ...sent, settled: 'F1 is worked in' }])
})

test('who has approved the plan is said as it was', async () => {
  for (const [mode, by] of [
    [false, 'human'],
    [true, 'autonomous'],
  ] as const) {
    const folder = makeFolder(standingAt('validation_awaiting_ai_review', { autonomous_mode: mode }))
    await planned(folder, 'approve', { as: 'ai' })
    if (!mode) await planned(folder, 'approve', { as: 'human' })
    expect(saved(folder)).toMatchObject({ state: 'verified', plan: { context_store: { approved_by: by } } })
  }
})

import { artifactKey } from '../../../src/workflows/discovery/plan'
import {
  after,
  artifacts,
  plan,
  planned,
  saved,
  simple,
  standingAt,
  stateFile,
  submitted,
  walkTo,
} from '../../support/discovery-plan'
import { makeFolder } from '../../support/folder'

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

import { inMarkdown } from '../../../src/workflow/artifacts/markdown'
import { type Artifacts, schemas } from '../../../src/workflows/discovery/artifact'
import { pointsOf } from '../../../src/workflows/discovery/checks'
import { handover } from '../../../src/workflows/discovery/handover'
import { fresh, type Phase } from '../../../src/workflows/discovery/plan'
import { showPlan } from '../../../src/workflows/discovery/show'
import { artifacts, planned, reviewOf, submitted, walkTo } from '../../support/discovery-plan'
import { makeFolder } from '../../support/folder'

const plan = { ...fresh, task: 'csv', title: 'CSV export', acceptance_criteria: ['A header row (verify: npm test)'] }
const there = (path: string) => path === 'src/there.ts'
const told = (phase: Phase, artifact: object, others: Artifacts = {}) =>
  pointsOf(phase, plan, { ...others, [phase]: artifact as Artifacts[Phase] } as Artifacts, there).map(
    ({ text }) => text,
  )

const uncovered = 'No subtask serves the criterion “A header row”: none has it among its own.'

// biome-ignore format: one case a line
test.each([
  ['discovery', { codebase_understanding: 'x', relevant_files: ['src/there.ts', 'gone.ts'] }, ['`gone.ts` is not there.']],
  ['discovery', { codebase_understanding: 'x', complexity_assessment: 'LOW', integration_points: ['a'] }, [expect.stringContaining('called LOW')]],
  ['discovery', { codebase_understanding: 'x', relevantFiles: ['a'], integration_point: ['a'], relevant_files: [], integration_points: [] }, ['`relevantFiles` is not read; `relevant_files` may be meant.', '`integration_point` is not read; `integration_points` may be meant.']],
  ['implementation_plan', { subtask: [{}] }, ['`subtask` is not read; `subtasks` may be meant.', 'There is no subtask.']],
  ['implementation_plan', { subtasks: [{ subtask_id: 'A', location: 'src/a.ts:12', verify: 'x' }, { subtask_id: 'B', location: 'src/a.ts (run)', verify: 'x' }, { subtask_id: 'C', location: 'src/c.ts', verify: 'x' }] }, ['A and B name the same file, `src/a.ts`, and none of them builds on another.', uncovered]],
  ['implementation_plan', { subtasks: [{ subtask_id: 'A', location: 'src/a.ts', verify: 'x' }, { subtask_id: 'B', location: 'src/a.ts', verify: 'x', scope: { depends_on_subtasks: ['A'] } }] }, ['B builds on A: is that needed?', uncovered]],
  ['implementation_plan', { subtasks: [{ subtask_id: 'A' }, { subtask_id: 'B', verify: 'npm test', scope: { depends_on_subtasks: ['A'] } }] }, [expect.stringContaining('A has no test'), 'B builds on A: is that needed?', uncovered]],
  ['implementation_plan', { subtasks: [{ subtask_id: 'A', testing: { unit: 'x' } }], file_operations: [{ file_path: 'src/there.ts', operation: 'CREATE' }, { file_path: 'gone.ts', operation: 'DELETE' }, { file_path: 'new.ts', operation: 'CREATE' }] }, ['`src/there.ts` is to be created, and is there already.', '`gone.ts` is to be changed, and is not there.', uncovered]],
] as const)('in an artifact of %s, %j, the program sees what a reviewer has to judge', (phase, artifact, expected) => {
  expect(told(phase, artifact)).toEqual(expected)
})

test('a subtask that names nothing of what was found before, and is not new, is a point to judge', () => {
  const soup = { subtask_id: 'A', title: 'Cook soup', verify: 'npm test', acceptance_criteria: ['A header row'] }
  const known = { discovery: { relevant_files: ['src/orders.ts'] }, contracts: { data_models: [{ name: 'Order' }] } }
  const found = (subtask: object) => told('implementation_plan', { subtasks: [{ ...soup, ...subtask }] }, known)
  expect(found({})).toEqual([expect.stringContaining('A: no file and no contract')])
  for (const one of [{ location: 'src/orders.ts:3' }, { description: 'Export an Order' }, { operation: 'CREATE' }])
    expect(found(one)).toEqual([])
})

test('a validation is held against the criteria and the subtasks of the plan', () => {
  const work = {
    implementation_plan: {
      subtasks: [{ subtask_id: 'ST-1', scope: { depends_on_subtasks: ['ST-2'] } }, { subtask_id: 'ST-2' }],
    },
  }
  expect(
    told('validation', artifacts.validation, { implementation_plan: { subtasks: [{ subtask_id: 'ST-1' }] } }),
  ).toEqual([])
  // What the subtasks say themselves, the validation need not repeat.
  const named = { subtasks: [{ subtask_id: 'ST-1', acceptance_criteria: ['a header  row.'] }] }
  expect(told('validation', { final_approval_status: 'APPROVED' }, { implementation_plan: named })).toEqual([])
  const wrong = {
    final_approval_status: 'PENDING',
    requirement_coverage: [{ requirement: 'unrelated', implementation_location: 'ST-99', coverage_confidence: 0.1 }],
    issues_found: ['No rollback.'],
  }
  expect(told('validation', wrong, work)).toEqual([
    'The validation itself says that the plan is not ready.',
    'No subtask serves the criterion “A header row”: none names it, nor does `requirement_coverage`.',
    'The coverage of “unrelated” is unsure.',
    'The plan has no subtask ST-99.',
    'ST-1 serves no criterion.',
    'ST-2 serves no criterion.',
    'An issue is open: No rollback.',
  ])
})

test('an artifact is rendered field by field, and its changes line by line; no text of it breaks the document', () => {
  const before = { decisions: ['Commas'], poem: '# No heading\n<!-- none' }
  expect(inMarkdown(schemas.clarification, before)).toBe(
    '### Decisions\n\n- Commas\n\n### Poem\n\n\\# No heading\n\\<!-- none',
  )
})

test('what is handed over names its source, what was decided by whom, and what is open', () => {
  const known = {
    discovery: {
      codebase_understanding: 'x',
      ambiguities_discovered: [{ question: 'Which separator?' }, { question: 'Old tokens?' }],
    },
    clarification: {
      resolved_ambiguities: [
        { original_question: 'Old tokens?', final_decision: 'Drop them', delegated: true, risk_level: 'HIGH' },
      ],
    },
    implementation_plan: artifacts.implementation_plan as Artifacts['implementation_plan'],
  } as Artifacts
  const notes = [{ phase: 'clarification', text: 'UTF-8\nwith a BOM' }] as const
  const risks = ['a quote breaks it']
  const validation = {
    risk_assessment: [{ risk: 'Excel reads it wrong', impact: 'HIGH' }],
    issues_found: ['no rollback'],
  }
  const risky = { ...known, implementation_plan: { ...known.implementation_plan, risks }, validation }
  const handed = handover(plan, risky, '.ai/discovery/csv')
  for (const text of ['- a quote breaks it', '**Excel reads it wrong**', '- no rollback'])
    expect(handed.context.slice(handed.context.indexOf('## Risks'))).toContain(text)
  expect(handed.task).toContain('# ST-1: Header row\n\n## Intent\n\n- Serves: ')
  const criteria = ['A header row', 'Quotes are doubled (verify: npm test)']
  const {
    subtasks: [subtask],
  } = artifacts.implementation_plan as { subtasks: [object] }
  const twice = { ...known, implementation_plan: { subtasks: [{ ...subtask, acceptance_criteria: criteria }] } }
  for (const text of ['A header row', 'Quotes are doubled'])
    expect(handover(plan, twice as Artifacts, '.ai/discovery/csv').task?.split(text)).toHaveLength(2)
  const { context, plan: written } = handover({ ...plan, notes }, known, '.ai/discovery/csv')
  expect(context).toContain(
    "## Passed On as the Developer's Words\n\n- On the clarification, the agent passes on: “UTF-8 with a BOM”\n",
  )
  expect(context).not.toContain('contract')
  const contracts = { interface_design: 'toCsv(orders)' }
  expect(handover(plan, { ...known, contracts }, '.ai/discovery/csv').context).toContain(
    'The contracts are in `.ai/discovery/csv/artifacts/contract_design_artifact.json`.',
  )
  expect(context).toContain('From the plan `csv`')
  expect(context).toContain('- **Old tokens?** Drop them (the agent decided, high risk)')
  expect(context).toMatch(/## Open Questions\n\n- Which separator\?\n$/)
  expect(written).toContain('- [ ] A header row\n  - run: `npm test`\n')
  expect(written).toContain('### ST-1: Header row')
})

test('a plan that is shown says what is missing, skipped or stale', () => {
  const shown = showPlan({ ...plan, skip_contracts: true, stale: ['discovery'] }, 'Implementation plan', {})
  expect(shown).toContain('## Discovery\n\nStale:')
  expect(shown).toContain('## Contracts\n\nSkipped')
  expect(shown).toContain('## Validation\n\nMissing')
})

test('what was found stays with the points that it answers, whatever has become of the files since', async () => {
  const folder = makeFolder()
  const points = [{ id: 'K1', text: '`a.ts` is not there.' }]
  const findings = { ...reviewOf('discovery'), K1: 'It is new.' }
  await walkTo(folder, 'discovery')
  await submitted(folder, artifacts.discovery)
  const { developer } = await planned(folder, 'approve', { as: 'ai', points, findings })
  expect(developer.match(/K1.*/g)).toEqual(['K1: `a.ts` is not there. The agent: It is new.'])
  const { context } = JSON.parse(folder.read('.ai/discovery/csv-export/state.json'))
  const shown = showPlan(context, 'x', { discovery: artifacts.discovery } as Artifacts, () => true)
  expect(shown).toContain('### What the Program Found\n\n- K1: `a.ts` is not there. The agent: It is new.')
})

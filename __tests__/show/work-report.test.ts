import { basename } from 'node:path'
import { proofRows } from '../../src/proof/proof-rows'
import { reportSections } from '../../src/show/report-sections'
import { followStory } from '../../src/show/story'
import { type Loaded, reportOf as made } from '../../src/show/work-report'
import { knownIn } from '../../src/work/known'
import { readCriterion } from '../../src/workflow/criteria/criterion'
import type { Proof } from '../../src/workflow/criteria/status'
import type { Reporting } from '../../src/workflow/reporting'
import { fresh } from '../../src/workflows/discovery/plan'
import { engineer } from '../../src/workflows/engineer'
import { empty } from '../../src/workflows/hope/session'
import { workflows } from '../../src/workflows/registry'
import { task } from '../support/hope-session'

const reportings: Record<string, Reporting> = {}
beforeAll(async () => {
  for (const { name, report } of workflows) reportings[name] = await report()
})

function reportOf(loaded: Loaded) {
  const reporting = reportings[loaded.workflow]
  if (!reporting) throw new Error(`${loaded.workflow} has no part of a report`)
  return made(loaded, reporting.partOf)
}

const story = followStory(
  engineer,
  (state) => state,
  () => undefined,
).end()
const time = '2026-08-20T15:30:00Z'
const head = '1a2b3c4d'.repeat(5)
const below = 'a7517b3e'.repeat(5)

const loaded = (more: Partial<Loaded> = {}): Loaded => ({
  workflow: 'engineer',
  work: 'task',
  folder: '.ai/task',
  isArchived: false,
  state: 'ACHIEVE_TASK_DRAFTING',
  stateTitle: 'Task draft',
  phase: 'between',
  isGoal: false,
  context: {},
  files: {},
  rows: [],
  changed: [],
  story,
  findings: [],
  printed: () => [],
  changes: null,
  next: [],
  ...more,
})

/** A plan with what its commands have shown: a criterion that passed for what is here, or for something else. */
function withPlan(
  plan: string,
  outcomes: Readonly<Record<number, Proof['outcome']>> = {},
  isFresh = true,
  more: readonly Partial<Proof>[] = [],
): Partial<Loaded> {
  const criteria = engineer.plan?.criteria(plan).map(readCriterion) ?? []
  const known = knownIn(criteria)
  const proofs = Object.entries(outcomes).map(([index, outcome]): Proof => {
    const { criterion = '', commands = '' } = known[Number(index)] ?? {}
    const made = { time, exit: 1, ms: 10, output: '', head: below, treeAll: 'tree', node: '', os: '' }
    return { ...made, criterion, commands, command: 1, of: 1, outcome, ...more[Number(index)] }
  })
  return {
    files: { 'plan.md': plan },
    rows: proofRows(criteria, [], { proofs, isFresh: () => isFresh }, new Map([['tree', head]])).rows,
  }
}

const verdict = (more: Partial<Loaded>) => reportOf(loaded(more)).verdict.text
const goal = { isGoal: true, phase: 'complete', state: 'ACHIEVE_COMPLETE', stateTitle: 'Complete' } as const
const run = '  - run: `a`\n'

describe('the verdict of the six spells', () => {
  const proven = withPlan(`- [x] a\n${run}`, { 0: 'passed' })
  const staleNow = withPlan(`- [x] a\n${run}`, { 0: 'passed' }, false)

  // biome-ignore format: a case is a line
  test.each<[string, Partial<Loaded>, string]>([
    ['without a plan', {}, 'there is no criterion yet'],
    ['with open criteria', withPlan('- [ ] a\n- [x] b\n'), '1 claimed · 1 open'],
    ['with a proof', withPlan(`- [x] a\n${run}- [x] b\n- [ ] c\n`, { 0: 'passed' }), '1 proven · 1 claimed · 1 open, at 1a2b3c4'],
    ['with a stale proof', staleNow, '1 stale'],
    ['with a command that failed', withPlan(`- [x] a\n${run}`, { 0: 'failed' }), '1 failed'],
    ['with everything met before its end', withPlan('- [x] a\n'), '1 claimed'],
  ])('before its end, %s', (_, more, expected) => {
    expect(verdict(more)).toBe(`Not complete: ${expected}; state: Task draft`)
  })

  test('at its end says nothing of a criterion to come', () => {
    expect(verdict(goal)).toBe('Complete: there is no criterion')
  })

  test('at its end is complete only if every proof is of what is here', () => {
    const both = (plan: string, outcomes: Parameters<typeof withPlan>[1]) =>
      verdict({ ...goal, ...withPlan(plan, outcomes) })
    expect(both(`- [x] a\n${run}- [x] b\n`, { 0: 'passed' })).toBe('Complete: 1 proven · 1 claimed, at 1a2b3c4')
    expect(both(`- [x] a\n${run}- [x] b\n${run}`, { 0: 'passed', 1: 'passed' })).toBe('Complete: 2 proven, at 1a2b3c4')
    expect(verdict({ ...goal, ...staleNow })).toBe('Complete for other files than these: 1 stale')
    expect(verdict({ isArchived: true, ...withPlan('- [ ] a\n') })).toBe(
      'Archived before it was complete: 1 open; state: Task draft',
    )
  })

  // biome-ignore format: a case is a line
  test.each<[string, string, readonly Partial<Proof>[], boolean?]>([
    ['the commit that has the files, never the one below', ', at 1a2b3c4', []],
    ['no commit has them yet', '; files not committed yet, on top of a7517b3', [{ treeAll: 'x' }, { treeAll: 'x' }]],
    ['nor did one lie below', '; files not committed yet', [{}, { treeAll: 'x', head: undefined } as object]],
    ['nothing of an archive is about what is here', '; files that no commit here has, on top of a7517b3', [{}, { treeAll: 'x' }], true],
    ['of several commits the last', ', the last one at 1a2b3c4', [{ treeAll: 'x' }]],
    ['git was not asked', '', [{}, { treeAll: undefined } as object]],
    ['what a line by hand says is no commit', '; files not committed yet', [{}, { treeAll: 'x', head: 7 } as object]],
    [
      'files that no commit has',
      ', at 1a2b3c4, with dist/a.js, which git does not track',
      [{ files: { 'dist/a.js': '0', '.ai/b.sh': '0', c: 'gone' } }],
    ],
  ])('names %s', (_, expected, proofs, isArchived = false) => {
    const both = withPlan(`- [x] a\n${run}- [x] b\n${run}`, { 0: 'passed', 1: 'passed' }, true, proofs)
    const { text, commit } = reportOf(loaded({ ...goal, ...both, isArchived })).verdict
    expect(text).toBe(`Complete: 2 proven${expected}`)
    expect(commit).toBe(expected === '' ? undefined : expected.includes('1a2b3c4') ? head : null)
  })

  test('a criterion has its runs, and of an archive freshness is not asked', () => {
    const runs = (isArchived: boolean) => reportOf(loaded({ ...proven, isArchived })).criteria[0]?.commands
    const ran = { result: 'passed', outcome: 'passed', time, ms: 10, commit: head }
    const expected = { command: 'a', folder: '', expect: [], ...ran }
    expect(runs(false)).toEqual([{ ...expected, isFresh: true }])
    expect(runs(true)).toEqual([{ ...expected, isFresh: null }])
  })
})

test('tasks are archived ones, the oldest first, then the one at hand', () => {
  const files = {
    'tasks/task-b-2026-08-21-1000/task.md': '',
    'tasks/task-b-2026-08-21-1000/task-results.md': 'B',
    'tasks/incomplete-a-2026-08-20-0900/task.md': '',
    'task.md': '---\ntask_name: "c d"\n---\n',
  }
  const tasksIn = (more: Partial<Loaded>) =>
    reportOf(loaded({ files, ...more })).tasks.map(({ name, status, achieved, path }) => [
      name,
      status,
      achieved,
      basename(path ?? ''),
    ])
  expect(tasksIn({ phase: 'task' })).toEqual([
    ['a', 'unfinished', '', 'task.md'],
    ['b', 'done', 'B', 'task-results.md'],
    ['c d', 'doing', '', 'task.md'],
  ])
  const current = tasksIn({ phase: 'task', files: { ...files, 'task-results.md': 'C' } }).at(-1)
  expect(current).toEqual(['c d', 'doing', 'C', 'task-results.md'])
  expect(tasksIn({ files: { 'task.md': '---\ntask_name: untitled\n---\n' } })).toEqual([])
})

test('each list is cut to its newest, and says by how much', () => {
  const files = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`tasks/task-t${index}-2026-08-20-${1000 + index}/task.md`, '']),
  )
  const { tasks, leftOut } = reportOf(loaded({ files }))
  expect([tasks.length, leftOut.tasks]).toEqual([200, 50])
})

describe('the verdict of a plan', () => {
  const contracts = { workflow: 'discovery', state: 'contracts', stateTitle: 'Contracts' }
  const plan = { ...fresh, task: 'csv', title: 'CSV', acceptance_criteria: ['a header row (verify: npm test)'] }
  // Only a word that was seen makes an approval the developer's.
  const seen = { ...story, byHand: [{ kind: 'approval', text: '', by: 'developer', said: '', time } as const] }
  const of = (more: object, at: Partial<Loaded> = {}) =>
    reportOf(loaded({ ...contracts, story: seen, context: { ...plan, ...more }, ...at }))
  const approved = (by: 'human' | 'autonomous', human = time) => ({ ai: time, human, by })

  test('counts its phases, and criteria are agreed', () => {
    const { verdict, criteria, tasks } = of({
      phase: 'contracts',
      approvals: { discovery: approved('human'), clarification: approved('autonomous', '2020-01-01T00:00:00Z') },
    })
    expect(verdict.text).toBe(
      'Not complete: 2 of 5 phases approved, 1 of them by the developer; 3 open; state: Contracts',
    )
    expect(criteria).toMatchObject([{ text: 'a header row', standing: 'agreed', evidence: 'to be shown by: npm test' }])
    expect(tasks.map(({ name, status }) => [name, status])[2]).toEqual(['Contracts', 'doing'])
  })

  test('does not wait for a phase that was skipped', () => {
    const approvals = Object.fromEntries(
      ['discovery', 'clarification', 'implementation_plan', 'validation'].map((phase) => [phase, approved('human')]),
    )
    const { verdict, tasks } = of({ skip_contracts: true, approvals }, { state: 'verified', isGoal: true })
    expect(verdict.text).toBe('Complete: 4 of 4 phases approved, all by the developer')
    expect(tasks[2]?.status).toBe('skipped')
    const unseen = of({ skip_contracts: true, approvals }, { state: 'verified', isGoal: true, story })
    expect(unseen.verdict.text).toBe('Complete: 4 of 4 phases approved')
  })

  test('has nothing before it is begun', () => {
    expect(reportOf(loaded({ workflow: 'discovery', context: {} })).verdict.total).toBe(5)
  })
})

describe('the verdict of a session of collab', () => {
  const executing = { workflow: 'collab', state: 'execute-batch', stateTitle: 'Executing' }
  const item = (number: number) => ({ number, title: `Item ${number}`, type: 'code', status: 'documented' })
  const task = (id: string, status: string, more = {}) => ({ id, status, dependsOn: [], ...more })
  const of = (context: object, more: Partial<Loaded> = {}) =>
    reportOf(loaded({ ...executing, context: context as Loaded['context'], ...more }))

  test('counts its items before tasks are fixed', () => {
    const { verdict, tasks } = of({ workItems: [item(1), item(2)] })
    expect(verdict.text).toBe('Not complete: 0 of 2 items built; state: Executing')
    expect(tasks.map(({ name, group }) => [name, group])).toEqual([
      ['1. Item 1', 'Items'],
      ['2. Item 2', 'Items'],
    ])
  })

  test('counts its tasks, and tells a proof from a word', () => {
    const waves = [
      { id: 'batch-1', status: 'completed', tasks: [task('a', 'completed', { item: 1 })] },
      { id: 'batch-2', status: 'in_progress', tasks: [task('b', 'failed', { item: 1, run: 'npm test' })] },
    ]
    const { verdict, tasks } = of({ workItems: [item(1)], waves })
    expect(verdict.text).toBe('Not complete: 1 of 2 tasks done: 1 claimed · 1 failed; 1 item left; state: Executing')
    expect(tasks.map(({ name, group, status, achieved }) => [name, group, status, achieved]).slice(1)).toEqual([
      ['a', 'Wave 1', 'done', 'Claimed'],
      ['b', 'Wave 2', 'failed', ''],
    ])
  })

  test('says in which order its tasks will be built, once the developer is asked for a yes to it', () => {
    const planned = [
      { id: 'a', files: [], dependsOn: [] },
      { id: 'b', files: [], dependsOn: ['a'] },
    ]
    const at = (state: string, tasks?: object[]) => of({ workItems: [item(1)], tasks }, { state }).tasks.slice(1)
    expect(at('rough-draft-handoff')).toEqual([])
    expect(at('ready-to-implement', planned)).toMatchObject([
      { id: 'a', group: 'Wave 1', dependsOn: [] },
      { id: 'b', group: 'Wave 2', dependsOn: ['a'] },
    ])
  })

  test('says that it was given up', () => {
    const stopped = { state: 'stopped', isGoal: true, ending: 'given up' } as const
    expect(of({ workItems: [item(1)] }, stopped).verdict.text).toBe('Given up: 0 of 1 item built')
  })
})

describe('the verdict of a session of hope', () => {
  // biome-ignore format: a case is a line
  const shape = {
    criteria: [{ id: 'C1', text: 'a header row' }, { id: 'C2', text: 'a row each' }],
    mustNot: ['lose an order'],
    premortem: [],
    tensions: [],
    evidence: [],
  }
  const of = (context: object, main = 'loop.expert_review', more: Partial<Loaded> = {}) =>
    reportOf(
      loaded({
        workflow: 'hope',
        state: `soul.silent_audit + ${main} + idle`,
        stateTitle: 'Review',
        context: { ...empty, text: 'Orders leave as CSV', shape, ...context } as unknown as Loaded['context'],
        ...more,
      }),
    )

  test('has its items in the waves in which they were done, or will be', () => {
    const items = [task('b', { dependsOn: ['a'] }), task('a', { done: true, wave: 2 }), task('c', { dependsOn: ['b'] })]
    const { tasks } = of({ items, wave: 2 })
    expect(tasks.map(({ id, group, dependsOn }) => [id, group, dependsOn])).toEqual([
      ['a', 'Wave 2', []],
      ['b', 'Wave 3', ['a']],
      ['c', 'Wave 4', ['b']],
    ])
  })

  test('counts criteria and limits', () => {
    expect(of({}).verdict.text).toBe('Not complete: 3 open; state: Review')
    const { verdict, criteria } = of({
      items: [task('a', { criteria: ['C1', 'M1'], done: true }), task('b', { criteria: ['C2'] })],
    })
    expect(verdict.text).toBe('Not complete: 2 claimed · 1 open; state: Review')
    expect(criteria.map(({ text, standing }) => [text, standing])).toEqual([
      ['C1: a header row', 'claimed'],
      ['C2: a row each', 'open'],
      ['M1: must not lose an order', 'claimed'],
    ])
  })

  test('needs what no criterion covers, and open BLOCKERs', () => {
    const nothing = { nonGoals: [], constraints: [], stop: [], blastRadius: [] }
    const brief = { objective: 'CSV', acceptance: ['a footer'], ...nothing }
    const { verdict, criteria } = of({ brief, blockers: ['no access'] })
    expect(verdict.text).toBe('Not complete: 4 open; 1 not covered; 1 open BLOCKER; state: Review')
    expect(criteria.at(-1)).toMatchObject({ text: 'ACCEPTANCE 1: a footer', evidence: 'no criterion covers it' })
  })

  test('says that it was given up, or only planned', () => {
    const ended = (ending: Loaded['ending']) => of({}, 'ended', { isGoal: true, ending }).verdict
    expect(ended('given up')).toMatchObject({ isComplete: false, text: 'Given up: 3 open' })
    expect(ended('planned')).toMatchObject({ isComplete: false, text: 'Planned: 3 open' })
  })
})

test('a criterion that was changed twice counts once, and is listed with both changes', () => {
  const change = { text: 'a', number: 1, difference: '', after: 'it had failed' } as const
  const report = reportOf(loaded({ changed: [change, { ...change, after: 'it was stale' }, { ...change, number: 2 }] }))
  expect(report.verdict.text).toContain('2 criteria were changed')
  const [{ blocks = [] } = {}] = reportSections(report).filter(
    ({ heading }) => heading === 'Criteria that were changed',
  )
  const [list] = blocks
  expect(list?.kind === 'list' && list.entries.map(({ lines = [] }) => lines.length)).toEqual([2, 1])
})

test('claimed is explained where it stands, unless the developer has to confirm it', () => {
  const report = reportOf(loaded(withPlan('- [x] a\n- [x] b\n  - by: developer\n')))
  const [{ blocks = [] } = {}] = reportSections(report)
  const [list] = blocks
  expect(list?.kind === 'list' && list.entries.map(({ note }) => note)).toEqual([
    expect.arrayContaining(['no command shows it']),
    expect.not.arrayContaining(['no command shows it']),
  ])
})

test('a command that passed by a weak expectation says so', () => {
  const plan = '- [x] a\n  - run: `true`\n  - expect: stdout contains `ok`\n'
  const resultOf = (outcome: Proof['outcome']) =>
    reportOf(loaded(withPlan(plan, { 0: outcome }))).criteria[0]?.commands[0]?.result
  expect(resultOf('passed')).toMatch(/^passed, weak: `ok` is also in/)
  expect(resultOf('failed')).not.toContain('weak')
})

test('what the newest results of a task and of a review have not solved is listed, each point once', () => {
  const results = (open: string) =>
    `## Achieved\n\nmuch\n\n## Not Solved\n\n- ${open}\n- the rest\n- none\n\n## Learned\n\n- more\n`
  const archived = (name: string, day: string) => ({
    [`tasks/task-${name}-2026-11-${day}-1108/task.md`]: '',
    [`tasks/task-${name}-2026-11-${day}-1108/task-results.md`]: results(name),
  })
  const review = { 'comments.md': '', 'review-task-results.md': results('quotes') }
  const files = { ...archived('umlauts', '21'), ...archived('emoji', '22'), ...review }
  expect(reportOf(loaded({ files })).notSolved).toEqual(['emoji', 'the rest', 'quotes'])
  expect(reportOf(loaded()).notSolved).toEqual([])
})

import { renameSync } from 'node:fs'
import { type Phase, phaseOf } from '../../src/workflows/discovery/plan'
import { reviewOf } from '../support/discovery-plan'
import { type Folder, makeRepository } from '../support/folder'
import { type Run, spellHere } from '../support/packed-program'
import { commitAll } from '../support/team-repository'

// A whole plan, as an agent and a developer make it at a prompt: refused drafts, a revision, a replan, the end.

const at = (shop: Folder, ...args: string[]): Run => spellHere(shop.path, ['discovery', ...args])
const repaired = (shop: Folder, ...more: string[]): Run => spellHere(shop.path, ['doctor', '--fix', ...more])
const json = (shop: Folder, ...args: string[]) => JSON.parse(at(shop, ...args, '--json').stdout)
const submit = (shop: Folder, artifact: unknown, ...more: readonly string[]) =>
  spellHere(shop.path, ['discovery', 'submit', '-', ...more], {
    input: typeof artifact === 'string' ? artifact : JSON.stringify(artifact),
  })
const folder = '.ai/discovery/add-csv-export'

const found = {
  codebase_understanding: { overview: 'Orders are in src/orders.ts.' },
  complexity_assessment: 'LOW',
  relevant_files: ['src/orders.ts'],
  ambiguities_discovered: [{ question: 'Which separator do users expect?' }],
}
const settled = {
  resolved_ambiguities: [
    {
      original_question: 'Which separator do users expect?',
      human_response: 'what the shop has',
      final_decision: 'A semicolon, as in the shop.',
    },
  ],
}
const subtasks = { subtasks: [{ subtask_id: 'ST-1', title: 'Write the header row' }] }
const verdict = { final_approval_status: 'APPROVED', approval_reasoning: 'One subtask with a test.' }

const looked = (phase: Phase, ...points: { id: string; text: string }[]): string[] =>
  Object.entries(reviewOf(phase, ...points)).flatMap(([name, text]) => ['--finding', `${name}: ${text}`])

/** Hands in what is asked for and has it approved by everyone who has to; a finding for each point of the list. */
function pass(shop: Folder, artifact: unknown): string {
  const open = json(shop, 'status').feedback.filter(({ settled }: { settled?: string }) => settled === undefined)
  const settled = open.flatMap(({ id }: { id: string }) => ['--settled', `${id}: ${id} is worked in`])
  expect(submit(shop, artifact, ...settled).exitCode).toBe(0)
  const { to: state, points } = json(shop, 'status')
  at(shop, 'approve', ...looked(phaseOf(state) ?? 'discovery', ...points))
  const { to, pending_review: reviewer } = json(shop, 'status')
  return reviewer === 'human' ? json(shop, 'approve', '--as', 'human').to : to
}

test('a plan from its start to its end, with a revision and a replan, and nothing is lost', () => {
  const shop = makeRepository()
  const criteria = ['--ac', 'A header row', '--ac', 'A row an order']
  const start = at(shop, 'start', 'Add CSV export', '--goal', 'Orders leave as CSV', ...criteria)
  expect(start).toMatchObject({ exitCode: 0, stderr: '' })
  expect(start.stdout).toMatch(/^## Response to the AI\n\n1\. Explore the code for this task only/)
  expect(start.stdout).toContain('- `.ai/discovery/add-csv-export/draft-discovery.json`')

  // Everything that is wrong is told at once.
  const refused = submit(shop, { complexity: 'easy', questions: ['Why'] })
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
  expect(refused.stderr).toBe(
    [
      'spell: The artifact is not valid; nothing was stored.',
      '  - codebase_understanding: is missing',
      '  - complexity_assessment: must be one of LOW, MEDIUM, HIGH, not "easy"',
      '  - ambiguities_discovered[0].question: must end with a question mark',
      '  fix: spell discovery submit - --task add-csv-export   # once these are fixed',
      '',
    ].join('\n'),
  )

  // The agent cannot approve for the developer, who sends it back once.
  expect(submit(shop, { ...found, complexity_assessment: 'MEDIUM', relevant_files: [] }).exitCode).toBe(0)
  expect(at(shop, 'approve', '--as', 'human').exitCode).toBe(3)
  expect(at(shop, 'approve', ...looked('discovery')).exitCode).toBe(0)
  expect(at(shop, 'approve', ...looked('discovery')).exitCode).toBe(3)
  const revised = spellHere(shop.path, ['discovery', 'revise', '--said', '-'], { input: 'Which files?\n' })
  expect(revised.stdout).toContain('the feedback that `spell discovery status` quotes')
  expect(at(shop, 'status', '--for', 'ai').stdout).toContain('Which files?')
  expect(shop.read(`${folder}/artifacts/context_discovery_artifact.r1.json`)).toContain('"relevant_files": []')

  // Small as it is, contracts are skipped.
  expect(pass(shop, found)).toBe('clarification')
  expect(pass(shop, settled)).toBe('implementation_plan')
  expect(json(shop, 'status')).toMatchObject({ skip_contracts: true, pending_review: null })

  // The situation changes: contracts after all.
  const again = ['--from', 'Contracts', '--trigger', 'requirements_changed', '--changes', 'JSON, too.']
  expect(json(shop, 'replan', ...again)).toMatchObject({ to: 'contracts', skip_contracts: false })
  expect(at(shop, 'history').stdout).toMatch(
    /\*\*Replan\*\* .*begins again: requirements changed, the agent passes on: “/,
  )
  expect(at(shop, 'status', '--for', 'ai').stdout).toContain('### What Has Changed\n\n```\nJSON, too.\n```')
  expect(pass(shop, { interface_design: 'export(orders, format)' })).toBe('implementation_plan')
  expect(pass(shop, subtasks)).toBe('validation')
  expect(pass(shop, verdict)).toBe('verified')

  expect(json(shop, 'status').next).toEqual({ by: null, command: null })
  expect(json(shop, 'artifact', 'contracts').artifact).toEqual({ interface_design: 'export(orders, format)' })
  const { entries } = json(shop, 'history')
  expect(entries.at(-1)).toMatchObject({
    row: 'P.hu',
    via: ['done'],
    to: 'verified',
    about: { by: 'human', phase: 'validation' },
  })
  expect(spellHere(shop.path, ['doctor'])).toMatchObject({ exitCode: 0 })
})

test('plans stand side by side with each other and with the six spells, and the one in use is meant', () => {
  const shop = makeRepository()
  at(shop, 'start', 'First task')
  at(shop, 'start', 'Second task', '--autonomous')
  spellHere(shop.path, ['accio'])
  expect(json(shop, 'submit', 'x.json', '--task', 'third')).toMatchObject({
    code: 'unknown-work',
    message: expect.stringContaining('first-task'),
  })
  shop.write({ 'a.json': JSON.stringify(found) })
  expect(json(shop, 'submit', 'a.json', '--task', 'first-task').task).toBe('first-task')
  expect(json(shop, 'undo', '--task', 'first-task')).toMatchObject({ kind: 'undo', to: 'discovery' })
  expect(json(shop, 'status', '--task', 'second-task').warnings).toEqual([])
  expect(JSON.parse(spellHere(shop.path, ['lumos', '--json']).stdout).to).toBe('GATHER_EDITING_CONTEXT')
  expect(spellHere(shop.path, ['undo']).exitCode).toBe(0)
})

test('a plan whose state is gone or broken is made whole again, and the answer says from what', () => {
  const shop = makeRepository()
  at(shop, 'start', 'Add CSV export')
  pass(shop, found)
  shop.write({ [`${folder}/state.json`]: '{ "current_state": ' })
  expect(at(shop, 'status')).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('spell doctor --fix') })
  const recovered = JSON.parse(repaired(shop, '--json').stdout)
  expect(recovered).toMatchObject({ kind: 'doctor', ok: true })
  expect(recovered.repairs.join()).toContain('The state is that of the newest backup.')
  // The newest backup is a copy of what the last step has left.
  expect(json(shop, 'status').to).toBe('clarification')
  expect(JSON.parse(repaired(shop, '--json').stdout).repairs).toEqual([])

  // Without any backup the history tells.
  shop.remove('.ai/.local', `${folder}/state.json`)
  expect(JSON.parse(repaired(shop, '--json').stdout).repairs.join()).toContain('to which the steps of the history lead')
  expect(json(shop, 'status')).toMatchObject({ to: 'clarification', task: 'add-csv-export' })

  // Without all of it nothing does, and the answer says what is lost.
  shop.remove('.ai')
  shop.write({ [`${folder}/state.json`]: '{' })
  const { stdout, exitCode } = repaired(shop)
  expect(exitCode).toBe(10)
  expect(stdout).toMatch(/Lost: the title, the goal, the acceptance criteria, .*; every approval; feedback\./)
  expect(stdout).not.toContain('All is well')
  expect(repaired(shop).exitCode).toBe(0)
})

describe('in a clone, if nothing of `.ai/.local` is, a broken state', () => {
  const words = { title: 'Add CSV export', goal: 'open in Excel', acceptance_criteria: ['readers get 403'] }
  const known = (shop: Folder) => JSON.parse(shop.read(`${folder}/state.json`)).context
  const broken = (shop: Folder) => {
    shop.remove('.ai/.local')
    shop.write({ [`${folder}/state.json`]: '{' })
  }

  test('comes back from git, with the steps since and every word', () => {
    const shop = makeRepository()
    at(shop, 'start', words.title, '--goal', words.goal, '--ac', 'readers get 403', '--autonomous')
    commitAll(shop)
    submit(shop, found)
    at(shop, 'revise', '--note', 'Which files?')
    broken(shop)
    expect(spellHere(shop.path, ['doctor']).stdout).toContain(
      'takes the state of the last commit, with the 2 steps since',
    )
    expect(repaired(shop)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('The state is that of the last commit, with the 2 steps since.'),
    })
    expect(known(shop)).toMatchObject({ ...words, autonomous_mode: true, feedback: [{ text: 'Which files?' }] })
  })

  test('does not hide that an artifact is gone, and git is asked for it first', () => {
    const shop = makeRepository()
    at(shop, 'start', words.title)
    pass(shop, found)
    commitAll(shop)
    const artifact = `${folder}/artifacts/context_discovery_artifact.json`
    shop.remove(artifact)
    const { stdout, exitCode } = spellHere(shop.path, ['doctor'])
    expect({ exitCode, stdout }).toEqual({
      exitCode: 10,
      stdout: expect.stringContaining(`git restore --source=HEAD -- ${artifact}`),
    })
    expect(repaired(shop)).toMatchObject({ exitCode: 10, stdout: expect.stringContaining('file-missing') })
    broken(shop)
    expect(repaired(shop)).toMatchObject({
      exitCode: 10,
      stdout: expect.stringContaining(`Lost: ${artifact} is not there, and its approval counts no more.`),
    })
    expect(json(shop, 'status').to).toBe('discovery')
  })
})

test('an agent is told that switching reviews off and forcing are not its own', () => {
  const shop = makeRepository()
  at(shop, 'start', 'Add CSV export')
  const { ai, brief } = json(shop, 'status')
  expect(ai).toContain("`--as human`, `autonomous` and `replan` need the developer's word.")
  expect(brief).not.toMatch(/Possible now: .*autonomous/)
  submit(shop, { ...found, complexity_assessment: 'HIGH', relevant_files: [] })
  at(shop, 'approve', ...looked('discovery'))
  expect(json(shop, 'approve', '--as', 'ai').ai).toContain('`autonomous` is theirs, too.')
})

test('a verified plan is handed over with the commands that show its criteria', () => {
  const shop = makeRepository()
  at(shop, 'start', 'Add CSV export', '--ac', 'Orders leave as CSV (verify: node smoke.mjs)', '--ac', 'It reads well')
  pass(shop, found)
  pass(shop, settled)
  const refused = spellHere(shop.path, ['accio', '--from', 'add-csv-export'])
  expect(refused).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining('agreed on nothing yet') })
  const [subtask] = subtasks.subtasks
  pass(shop, { subtasks: [{ ...subtask, verify: 'npm run build && npm test', acceptance_criteria: ['(verify: x)'] }] })
  pass(shop, verdict)
  expect(at(shop, 'status').stdout).toContain('`spell accio --from add-csv-export`')
  // Lumos names it until it is carried out, and never again.
  const named = 'Plan add-csv-export is verified: `spell accio --from add-csv-export`.'
  const isNamed = () => spellHere(shop.path, ['lumos']).stdout.includes(named)
  expect(isNamed()).toBe(true)
  expect(spellHere(shop.path, ['lumos', '--json', '--work', 'task']).stdout).toContain(named)
  at(shop, 'stop')
  expect(isNamed()).toBe(false)
  at(shop, 'undo')
  spellHere(shop.path, ['accio', '--from', 'add-csv-export'])
  expect(isNamed()).toBe(false)
  spellHere(shop.path, ['new', '--yes'])
  expect(isNamed()).toBe(false)
  spellHere(shop.path, ['undo'])
  spellHere(shop.path, ['undo'])
  expect(isNamed()).toBe(true)

  // It is a plan that the six spells carry out.
  spellHere(shop.path, ['accio', '--from', 'add-csv-export'])
  const allowed = spellHere(shop.path, ['allow', '--list'])
  expect(allowed.stdout).toContain('node smoke.mjs')
  expect(allowed.stdout).toContain('npm run build && npm test')
  expect(spellHere(shop.path, ['lumos']).stdout).toContain('3 open')

  // The first subtask is the first task.
  expect(shop.read('.ai/task/task.md')).toContain(
    'task_name: write-the-header-row\n---\n\n# ST-1: Write the header row',
  )
  expect(spellHere(shop.path, ['accio']).stdout).toContain('Task in progress “write-the-header-row”')
})

test('a plan that is built is said to be, by Lumos, its status and the list of work, until it is verified again', () => {
  const shop = makeRepository({ '.ai/spell.json': '{"workflow":"discovery"}' })
  at(shop, 'start', 'Add CSV export', '--ac', 'It reads well')
  const [subtask] = subtasks.subtasks
  const work = { subtasks: [{ ...subtask, acceptance_criteria: ['It reads well'] }] }
  for (const artifact of [found, settled, work, verdict]) pass(shop, artifact)
  const said = () => ({
    lumos: spellHere(shop.path, ['lumos']).stdout,
    status: at(shop, 'status').stdout,
    work: spellHere(shop.path, ['work']).stdout,
  })
  const begin = 'Say “accio”, and the agent begins with it: `spell accio --from add-csv-export`.'
  expect(said()).toMatchObject({ lumos: expect.stringContaining(begin), status: expect.stringContaining(begin) })
  // What is looked at without a name is one piece of work, whichever command looks.
  const looked = () =>
    ['lumos', 'report', 'history', 'map'].map(
      (look) => JSON.parse(spellHere(shop.path, [look, '--json']).stdout).workflow,
    )
  const planning = Array(4).fill('discovery')
  expect(looked()).toEqual(planning)
  spellHere(shop.path, ['accio', '--from', 'add-csv-export'])
  expect(looked()).toEqual(Array(4).fill('engineer'))
  const asked: string[] = []
  const isComplete = () => {
    const { ai, to } = JSON.parse(spellHere(shop.path, ['accio', '--json']).stdout)
    asked.push(ai)
    return to === 'ACHIEVE_COMPLETE'
  }
  for (let steps = 0; !isComplete(); steps++) {
    // A word for the task, one for its results, and one for the end.
    expect(steps).toBeLessThan(2)
    if (asked.at(-1)?.includes('what was done')) shop.write({ '.ai/task/task-results.md': 'It was read.\n' })
    else shop.write({ '.ai/task/plan.md': shop.read('.ai/task/plan.md').replaceAll('[ ]', '[x]') })
  }
  expect(asked.join()).toContain('Take the next of `## Tasks` in `.ai/task/plan.md`')
  expect(looked()).toEqual(Array(4).fill('engineer'))
  for (const done of [() => {}, () => spellHere(shop.path, ['new', '--yes'])]) {
    done()
    const { lumos, status, work } = said()
    expect(`${lumos}${status}`).not.toContain('accio --from')
    expect(status).toMatch(/It is carried out in `\.ai\/(task|archive\/add-csv-export[^`]*)\/`/)
    expect(work).toMatch(/Verified, carried out in \.ai\/(task|archive\/add-csv-export\S*) \|/)
  }
  at(shop, 'replan', '--from', 'validation', '--trigger', 'review_failed', '--changes', 'Once more')
  expect(looked()).toEqual(planning)
  const again = { ...verdict, approval_reasoning: 'It was looked at once more.' }
  expect(pass(shop, again)).toBe('verified')
  expect(said()).toMatchObject({ lumos: expect.stringContaining(begin), status: expect.stringContaining(begin) })
})

test('what is sent back has a name until it is settled, and both the reviewers and their feedback are shown', () => {
  const shop = makeRepository({ 'src/orders.ts': '' })
  at(shop, 'start', 'Add CSV export')
  const draft = `${folder}/draft-discovery.json`
  const write = (overview: string) =>
    shop.write({
      [draft]: JSON.stringify({ ...found, codebase_understanding: { overview }, complexity_assessment: 'HIGH' }),
    })
  write('Orders are in src/orders.ts.')
  expect(at(shop, 'submit').exitCode).toBe(0)
  // Moved away, so that it is not handed in once more.
  expect(Object.keys(shop.contents(folder))).not.toContain(draft)
  for (const hollow of ['ok', 'looks fine', 'looks good, nothing to add'])
    expect(json(shop, 'approve', ...looked('discovery'), '--finding', hollow)).toMatchObject({
      code: 'findings-missing',
      details: [expect.stringContaining(`“${hollow}” says nothing`)],
    })
  expect(json(shop, 'approve', '--finding', 'Files: opened all of them')).toMatchObject({
    code: 'findings-missing',
    details: ['code', 'complexity', 'questions'].map((name) => `${name}: what was looked at, and seen?`),
    fix: expect.stringMatching(/--finding "code: …".*--finding "questions: …" --task add-csv-export$/),
  })
  at(shop, 'revise', '--note', 'The tests are left out', '--note', 'Who calls it?')

  write('Orders are in src/orders.ts.')
  const sent = [['--settled', 'F1: they are named', '--settled', 'F2: it is the shop'], []]
  for (const settled of sent)
    expect(json(shop, 'submit', ...settled)).toMatchObject({
      code: 'artifact-unchanged',
      message: expect.stringContaining('Nothing has changed since it was sent back with'),
      details: ['F1: The tests are left out', 'F2: Who calls it?'],
    })
  write('Orders are in src/orders.ts, their tests in test/.')
  expect(json(shop, 'submit', '--settled', 'F1: they are named')).toMatchObject({
    code: 'feedback-open',
    details: ['F2: Who calls it?'],
    fix: expect.stringContaining('--settled "F2: how"'),
  })
  expect(shop.read(draft)).toContain('test/')
  expect(
    at(shop, 'submit', '--settled', 'F1: they are named', '--settled', 'F2: the shop, and nothing else').exitCode,
  ).toBe(0)

  // Taken back, all of it is open again, and the draft is back.
  at(shop, 'undo')
  expect(shop.read(draft)).toContain('test/')
  expect(at(shop, 'submit')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('F1: The tests are left out'),
  })
  at(shop, 'submit', '--settled', 'F1: they are named', '--settled', 'F2: the shop, and nothing else')
  const [, shown = ''] = at(shop, 'approve', ...looked('discovery')).stdout.split('## Response to the Developer')
  expect(shown).toContain('- F1, sent back by the agent: “The tests are left out”. Settled: they are named\n')
  expect(shown).toContain(
    "#### The Agent's Review\n\n- code: code was opened beside codebase_understanding: as written",
  )
  // They see it for the first time.
  expect(shown).not.toContain('Changed since')

  // The second time, by the developer, and with what changed since they saw it.
  expect(at(shop, 'revise', '--said', 'Name the callers').stdout).toContain(
    'The agent sent the discovery back; passed on as your words: “Name the callers”',
  )
  write('Orders are in src/orders.ts, called by the shop.')
  at(shop, 'submit', '--settled', 'F3: the shop is named')
  const { stdout } = at(shop, 'approve', ...looked('discovery'), '--finding', 'callers searched for: the shop alone')
  expect(stdout).toContain('- F3, sent back; the agent passes on: “Name the callers”. Settled: the shop is named')
  expect(stdout).toContain('+ - Overview: Orders are in src/orders.ts, called by the shop.')
  expect(stdout).toContain('- - Overview: Orders are in src/orders.ts, their tests in test/.')
  expect(json(shop, 'status').counters).toMatchObject({
    file_count: 1,
    integration_count: 0,
    complexity_assessment: 'HIGH',
  })

  // What the agent takes back itself may never have been shown.
  at(shop, 'revise', '--note', 'The callers are two')
  write('Orders are in src/orders.ts, called by the shop and the mail.')
  at(shop, 'submit', '--settled', 'F4: the mail is named')
  expect(at(shop, 'approve', ...looked('discovery')).stdout).toContain(
    '- - Overview: Orders are in src/orders.ts, their tests in test/.',
  )

  // A retry of the agent is no word of the developer.
  expect(at(shop, 'approve', ...looked('discovery'))).toMatchObject({ exitCode: 3 })
  expect(at(shop, 'approve', '--as', 'human').stdout).toContain('The discovery phase is approved.')
  expect(at(shop, 'show').stdout).toContain('their word was not seen')
})

test('a plan that failed is not handed in again as it was, and the report says from where it began again', () => {
  const shop = makeRepository()
  at(shop, 'start', 'Add CSV export', '--ac', 'A header row')
  const artifacts = [found, settled, subtasks, verdict]
  for (const artifact of artifacts) pass(shop, artifact)
  const failed = ['--from', 'implementation_plan', '--trigger', 'implementation_failed', '--changes', 'Quotes break it']
  expect(at(shop, 'replan', ...failed).stdout).toContain(
    'The plan begins again with the implementation plan: “Quotes break it”. Kept: discovery, clarification.',
  )
  expect(submit(shop, subtasks, '--settled', 'F1: nothing is wrong')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('F1: Quotes break it'),
  })
  const { stdout } = spellHere(shop.path, ['report'])
  expect(stdout).toContain('Begun again from the implementation plan')
  expect(stdout.match(/\*\*Approval\*\*.*/g)).toHaveLength(3)
  const [subtask] = subtasks.subtasks
  expect(pass(shop, { subtasks: [{ ...subtask, verify: 'npm test -- quotes' }] })).toBe('validation')
  expect(json(shop, 'status').counters).toMatchObject({ subtask_count: 1, independence_score: 1, coverage_score: 0 })
})

test('the history tells who approved: the developer, the agent, or no one', () => {
  const shop = makeRepository()
  at(shop, 'start', 'Add CSV export')
  submit(shop, { ...found, complexity_assessment: 'HIGH', relevant_files: [] })
  at(shop, 'approve', ...looked('discovery'))
  at(shop, 'approve', '--as', 'human')
  at(shop, 'autonomous', 'on')
  submit(shop, settled)
  at(shop, 'approve', ...looked('clarification'))
  const { stdout } = at(shop, 'history')
  const approved = stdout.split('\n').filter((line) => line.includes('**Approve**'))
  expect(approved.map((line) => line.replace(/.*→ [^·]*· {2}/, ''))).toEqual([
    'by the agent',
    'not seen  ·  by the agent',
    'by the agent, in autonomous mode',
  ])
  expect(stdout).toContain('autonomous mode on')
})

test('what cannot be read, is too large or is no verb is refused, and nothing changes', () => {
  const shop = makeRepository()
  at(shop, 'start', 'Add CSV export')
  shop.write({ 'a.json': '{}', 'large.json': `"${'x'.repeat(5 * 1024 * 1024)}"` })
  const before = shop.contents()
  for (const [args, code] of [
    [['submit', 'large.json'], 'too-large'],
    [['submit', 'nowhere.json'], 'file-unreadable'],
    [['submit', '.ai'], 'file-unreadable'],
    [['submit'], 'usage'],
    [['start', '…'], 'usage'],
    [['approve', '--as', 'cat'], 'usage'],
    [['start', 'Big', '--goal', 'x'.repeat(66_000)], 'too-large'],
    [['replan', '--from', 'discovery', '--changes', 'é'.repeat(40_000)], 'too-large'],
    [['revise', '--note', 'é'.repeat(40_000)], 'too-large'],
    [['revise', '--note', 'x', '--said', 'y'], 'two-reviewers'],
    [['submit', 'a.json', '--settled', 'all of it'], 'usage'],
    [['autonomous', 'maybe'], 'usage'],
    [['replan', '--changes', 'x'], 'usage'],
    [['replan', '--from', 'contracts', '--force'], 'replan-invalid'],
    [['artifact', 'poem'], 'unknown-phase'],
    [['subimt'], 'usage'],
  ] as const) {
    expect([args, json(shop, ...args)]).toEqual([args, expect.objectContaining({ kind: 'error', code })])
    expect(at(shop, ...args).exitCode).toBe(2)
  }
  expect(submit(shop, 'x'.repeat(5 * 1024 * 1024)).stderr).toContain('larger than 4 MiB')
  expect(json(shop, 'artifact')).toMatchObject({ code: 'no-artifact' })
  expect(shop.contents()).toEqual(before)
  expect(at(makeRepository(), 'status')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('There is no plan here yet.'),
  })
  expect(at(shop)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('spell discovery') })
})

test('a stopped plan is archived whole, is in no list, leaves its name free, and comes back by undo', () => {
  const shop = makeRepository({ 'README.md': '# Shop\n' })
  commitAll(shop)
  const check = (...args: string[]) => spellHere(shop.path, ['check', ...args])
  at(shop, 'start', 'Add CSV export')
  pass(shop, found)
  const before = at(shop, 'show').stdout
  const stopped = json(shop, 'stop', '--said', 'we buy it')
  const [{ to: archive }] = stopped.files.moved
  expect(archive).toMatch(/^\.ai\/discovery-archive\/add-csv-export-[0-9a-f]{8}$/)
  expect(JSON.parse(spellHere(shop.path, ['work', '--json']).stdout).work).toEqual([])
  expect(at(shop, 'status')).toMatchObject({ exitCode: 3 })
  expect(check()).toMatchObject({ exitCode: 0, stdout: 'All is in order: one archive with 4 steps.\n' })
  // It is given up, so it claims nothing.
  expect(check('--base', 'HEAD', '--require', 'verified').exitCode).toBe(0)

  // Its name is free; what was begun and undone under it gives way.
  at(shop, 'start', 'Add CSV export')
  expect(check()).toMatchObject({ exitCode: 0 })
  at(shop, 'undo')
  expect(json(shop, 'undo').undone).toMatchObject({ spell: 'stop', to: 'clarification' })
  expect(at(shop, 'show').stdout).toBe(before)
  expect(at(shop, 'history').stdout).toMatch(/\*\*Stop\*\* {2}(?!.*→).*“we buy it”/)
  expect(check()).toMatchObject({ exitCode: 0 })
  expect(spellHere(shop.path, ['doctor'])).toMatchObject({ exitCode: 0 })

  // Without a folder the newest archive is meant.
  at(shop, 'stop')
  expect(json(shop, 'undo', '--task', 'add-csv-export').to).toBe('clarification')
  at(shop, 'stop')
  expect(json(shop, 'undo').to).toBe('clarification')
  expect(at(shop, 'undo', '--task', 'other')).toMatchObject({ exitCode: 2 })
})

test('an archived plan is found if its texts are changed, or if it is put there by hand', () => {
  const shop = makeRepository()
  const check = () => spellHere(shop.path, ['check'])
  at(shop, 'start', 'Add CSV export')
  submit(shop, found)
  const { files } = json(shop, 'stop')
  const archive = files.moved[0].to
  const artifact = `${archive}/artifacts/context_discovery_artifact.json`
  const text = shop.read(artifact) ?? ''
  shop.write({ [artifact]: text.replace('LOW', 'HIGH') })
  expect(check().stdout).toContain('`artifact-changed`')
  shop.write({ [artifact]: text })
  expect(check().exitCode).toBe(0)
  at(shop, 'start', 'Another plan')
  renameSync(`${shop.path}/.ai/discovery/another-plan`, `${shop.path}/.ai/discovery-archive/another-plan-00000000`)
  expect(check().stdout).toContain('`archived-early`')
})

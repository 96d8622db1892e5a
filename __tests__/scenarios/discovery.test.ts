import { type Phase, phaseOf } from '../../src/workflows/discovery/plan'
import { reviewOf } from '../support/discovery-plan'
import { type Folder, makeRepository } from '../support/folder'
import { commitAll } from '../support/git'
import { type Run, spellHere } from '../support/packed-program'

// A plan as an agent and a developer have it at a prompt, besides one as it should be, which docs/discovery.md leads to its end.

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
  const begin = 'Say “accio”, and the agent begins with it; only you may start the building.'
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
    if (asked.at(-1)?.includes('Claim only what you saw')) shop.write({ '.ai/task/task-results.md': 'It was read.\n' })
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

test('a draft is moved away when it is handed in, and the developer is shown what has changed since they saw it', () => {
  const shop = makeRepository({ 'src/orders.ts': '' })
  at(shop, 'start', 'Add CSV export')
  const draft = `${folder}/draft-discovery.json`
  const handIn = (overview: string, ...settled: string[]) => {
    const text = { ...found, codebase_understanding: { overview }, complexity_assessment: 'HIGH' }
    shop.write({ [draft]: JSON.stringify(text) })
    expect(at(shop, 'submit', ...settled.flatMap((one) => ['--settled', one])).exitCode).toBe(0)
  }
  handIn('Orders are in src/orders.ts.')
  expect(Object.keys(shop.contents(folder))).not.toContain(draft)
  at(shop, 'revise', '--note', 'The tests are left out')
  handIn('Orders are in src/orders.ts, their tests in test/.', 'F1: they are named')
  // Taken back, it is open again, and the draft is back.
  at(shop, 'undo')
  expect(shop.read(draft)).toContain('test/')
  expect(at(shop, 'submit').stderr).toContain('F1: The tests are left out')
  at(shop, 'submit', '--settled', 'F1: they are named')
  // They see it for the first time.
  expect(at(shop, 'approve', ...looked('discovery')).stdout).not.toContain('Changed since')
  at(shop, 'revise', '--said', 'Name the callers')
  // What the agent takes back itself was never shown.
  handIn('Orders are in src/orders.ts, called by the shop.', 'F2: the shop is named')
  at(shop, 'revise', '--note', 'The callers are two')
  handIn('Orders are in src/orders.ts, called by the shop and the mail.', 'F3: the mail is named')
  const { stdout } = at(shop, 'approve', ...looked('discovery'))
  expect(stdout).toContain('- - Overview: Orders are in src/orders.ts, their tests in test/.')
  expect(stdout).toContain('+ - Overview: Orders are in src/orders.ts, called by the shop and the mail.')
  expect(at(shop, 'approve', '--as', 'human').stdout).toContain('The discovery phase is approved.')
  expect(at(shop, 'show').stdout).toContain('their word was not seen')
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
  expect(check('--base', 'HEAD', '--require', 'complete').exitCode).toBe(0)

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

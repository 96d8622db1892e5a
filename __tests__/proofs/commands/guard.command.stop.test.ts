import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type State, states } from '../../../src/workflows/engineer/states'
import { type Folder, makeFolder, makeRepository } from '../../support/folder'
import { spellHere } from '../../support/packed-program'
import { testOnPosix } from '../../support/posix'
import { prove } from '../../support/provable-work'

const plan = (first: string, second = ' ') => `# Orders

- [${first}] Orders are exported
  - run: \`npm test -- export\`
- [${second}] The old endpoint is gone
  - run: \`node smoke.mjs old\`
- [x] The notes say so
`
const results = { '.ai/task/task-results.md': 'Done.\n' }
const began = '2026-08-20T15:30:00Z'
const working = (text: string, more: Record<string, string> = {}, state: State = 'ACHIEVE_TASK_EXECUTED') =>
  makeRepository({
    '.ai/task/state.json': JSON.stringify({
      current_state: state,
      context: {},
      history: [{ timestamp: began, transition: `ACHIEVE_TASK_DRAFTING → ${state}`, trigger: 'Accio' }],
    }),
    '.ai/.local/.gitignore': '*\n',
    '.ai/task/plan.md': text,
    'a.ts': 'a',
    ...more,
  })

/** As Claude Code says it, which takes JSON for a stop, and text for a task. */
const stop = { hook_event_name: 'Stop', session_id: 's', stop_hook_active: false }
const done = { hook_event_name: 'TaskCompleted', session_id: 's', task_id: '1', task_subject: 'Write the tests' }

function ask({ path }: Folder, payload: unknown = stop, agent = 'claude') {
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const { stdout, stderr, exitCode } = spellHere(path, ['guard', 'stop', '--agent', agent], { input })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: stdout === '' ? 0 : 10 })
  const isOfClaude = agent === 'claude' && stdout.startsWith('{"decision":"block",')
  return isOfClaude ? `${JSON.parse(stdout).reason}\n` : stdout
}

describe('a criterion that is ticked by hand', () => {
  test('is named to the agent that stops, with what proves it', () => {
    expect(ask(working(plan('x')))).toBe(`1 ticked criterion has not passed for the files that are here now:
- 1. "Orders are exported": not passed
Run \`spell prove 1\`. If it fails, fix the work; if it cannot run, tell the developer. Leave these boxes to spell.
`)
  })

  test('is named to the agent that reports one of its tasks as done', () => {
    expect(ask(working(plan('x', 'x')), done)).toContain('2 ticked criteria have not passed')
  })

  test('is named if its commands failed or cannot be run as written', async () => {
    const folder = working(plan('x'))
    await prove(folder, 1, { outcome: 'failed', exit: 1 })
    expect(ask(folder)).toContain('- 1. "Orders are exported": not passed')
    expect(ask(working('- [x] a\n  - Run: `a`\n'))).toContain('- 1. "a": cannot be proven as written')
  })

  test('is one of five that are named', () => {
    const many = Array.from({ length: 7 }, (_, index) => `- [x] c${index} ${'y'.repeat(200)}\n  - run: \`c\`\n`).join(
      '',
    )
    const said = ask(working(many))
    expect(said).toContain('7 ticked criteria have not passed')
    expect(said).toContain('- and 2 more\nRun `spell prove 1 2 3 4 5 6 7`.')
    expect(said.length).toBeLessThan(900)
  })
})

describe('nothing is said', () => {
  test.each(states.filter((state) => state !== 'ACHIEVE_TASK_EXECUTED'))('in %s', (state) => {
    for (const payload of [stop, done]) expect(ask(working(plan('x'), results, state), payload)).toBe('')
  })

  test.each<[what: string, text: string]>([
    ['no command', '- [x] a\n- [ ] b\n'],
    ['no tick that a command could show', plan(' ')],
    ['no criterion', '# Orders\n'],
  ])('with %s', (_, text) => {
    for (const payload of [stop, done]) expect(ask(working(text), payload)).toBe('')
  })

  test('of what is proven for what is here', async () => {
    const folder = working(plan('x'), results)
    await prove(folder, 1)
    for (const payload of [stop, done]) expect(ask(folder, payload)).toBe('')
  })

  test('without work', () => {
    for (const folder of [makeRepository(), makeFolder(), makeRepository({ '.ai/spell.json': '{}' })])
      expect(ask(folder)).toBe('')
  })

  // biome-ignore format: a case is a line
  test.each<[what: string, files: Record<string, string>]>([
    ['the state', { '.ai/task/state.json': '{' }],
    ['the settings', { '.ai/spell.json': '{' }],
    ['the state of a newer version', { '.ai/task/state.json': '{"layout":99,"current_state":"ACHIEVE_TASK_EXECUTED"}' }],
  ])('if %s cannot be read', (_, files) => {
    expect(ask(working(plan('x'), files))).toBe('')
  })

  test.each(['', 'x', '[]', 'null', '{"stop_hook_active":'])('if the input is %j', (input) => {
    expect(ask(working(plan('x')), input)).toBe('')
  })
})

describe('what is stale', () => {
  const changed = async (more = {}) => {
    const folder = working(plan('x'), more)
    await prove(folder, 1)
    folder.write({ 'a.ts': 'b' })
    return folder
  }

  test('is named once the results are written', async () => {
    expect(ask(await changed(results))).toContain('- 1. "Orders are exported": passed before files changed')
  })

  test('is not while the work goes on: half of it need not pass', async () => {
    const folder = await changed()
    for (const payload of [stop, done]) expect(ask(folder, payload)).toBe('')
  })
})

test('commands that the settings ask for are named if everything is ticked, and not before', async () => {
  const settings = { '.ai/spell.json': '{"proof":{"always":["npm run lint"]}}' }
  const open = working(plan('x'), { ...results, ...settings })
  await prove(open, 1)
  expect(ask(open)).toBe('')
  const ticked = working(plan('x', 'x'), { ...results, ...settings })
  for (const number of [1, 2]) await prove(ticked, number)
  expect(ask(ticked)).toContain(
    'Every criterion is ticked, but `npm run lint` has not passed for the files that are here now. Run',
  )
  expect(ask(ticked)).toBe('')
  await prove(ticked, 'npm run lint')
  ticked.write({ 'a.ts': 'b' })
  expect(ask(ticked)).toContain('passed before files changed')
})

/** An agent that stops until it may. @returns how often it was told to go on */
function stopUntilAllowed(folder: Folder, payloadOf: (told: number) => object, agent: string, act = () => {}): number {
  for (let told = 0; told < 20; told++) {
    if (ask(folder, payloadOf(told), agent) === '') return told
    act()
  }
  return Number.POSITIVE_INFINITY
}

describe('there is never a loop', () => {
  const payloads: readonly (readonly [what: string, agent: string, payload: (told: number) => object])[] = [
    ['says that it goes on because of a hook', 'claude', (told) => ({ ...stop, stop_hook_active: told > 0 })],
    ['says always that it does not', 'claude', () => stop],
    ['says so in the same turn', 'claude', () => ({ ...stop, prompt_id: 'p' })],
    ['counts', 'cursor', (told) => ({ conversation_id: 's', status: 'completed', loop_count: told })],
    ['says nothing of it', 'copilot', () => ({ sessionId: 's', stopReason: 'end_turn' })],
    ['says nothing at all', 'codex', () => ({})],
    ['reports one of its tasks as done, again and again', 'claude', () => done],
  ]

  test.each(payloads)('with an agent that %s, and does nothing', (_, agent, payloadOf) => {
    expect(stopUntilAllowed(working(plan('x'), results), payloadOf, agent)).toBe(1)
  })

  const cases = payloads.filter(([what]) => what !== 'says always that it does not')
  test.each(cases)('with an agent that %s, and goes on to change files', (_, agent, payloadOf) => {
    const folder = working(plan('x'), results)
    let count = 0
    expect(stopUntilAllowed(folder, payloadOf, agent, () => folder.write({ 'a.ts': String(count++) }))).toBe(1)
  })

  test('with one that cannot be told apart from the last time, as nothing can be kept', () => {
    const folder = working(plan('x'), { '.ai/.local/told/in-the-way': '' })
    expect(ask(folder)).toBe('')
  })

  test('nor is it told at once again what failed when it was tried', async () => {
    const folder = working(plan('x'), results)
    expect(ask(folder)).not.toBe('')
    await prove(folder, 1, { outcome: 'failed', exit: 1 })
    expect(ask(folder)).toBe('')
  })
})

describe('it is told again', () => {
  test('in the next turn', () => {
    const folder = working(plan('x'))
    for (const prompt_id of ['p', 'q']) {
      expect(ask(folder, { ...stop, prompt_id })).not.toBe('')
      folder.write({ 'a.ts': prompt_id })
    }
  })

  test.each<[when: string, change: (folder: Folder) => void, first: object, then: object]>([
    ['at a later stop, if something has changed', (folder) => folder.write({ 'a.ts': 'b' }), stop, stop],
    ['of another criterion', (folder) => folder.write({ '.ai/task/plan.md': plan('x', 'x') }), stop, stop],
    ['in another conversation', () => {}, stop, { ...stop, session_id: 't' }],
    ['at the stop after a task that was reported as done', () => {}, done, stop],
  ])('%s', (_, change, first, then) => {
    const folder = working(plan('x'))
    expect(ask(folder, first)).not.toBe('')
    change(folder)
    expect(ask(folder, then)).not.toBe('')
  })
})

test.each<[agent: string, payload: object, form: (reason: string) => object]>([
  ['codex', stop, (reason) => ({ decision: 'block', reason })],
  ['copilot', { sessionId: 's', stopReason: 'end_turn' }, (reason) => ({ decision: 'block', reason })],
  ['gemini', { ...stop, hook_event_name: 'AfterAgent' }, (reason) => ({ decision: 'deny', reason })],
  ['cursor', { conversation_id: 's', status: 'completed', loop_count: 0 }, (reason) => ({ followup_message: reason })],
])('%s is answered in the form that it knows', (agent, payload, form) => {
  expect(JSON.parse(ask(working(plan('x')), payload, agent))).toEqual(
    form(expect.stringContaining('Run `spell prove 1`.') as unknown as string),
  )
})

test('the folder of the agent counts, and the nearest work above it', () => {
  const folder = working(plan('x'), { 'src/deep/a.ts': '' })
  expect(ask(makeRepository(), { ...stop, cwd: join(folder.path, 'src', 'deep') })).not.toBe('')
})

test('a hostile criterion stays in its line, and nothing of the plan is run', () => {
  const folder = working('- [x] a \u001b[2J\u202e b\n  - run: `touch pwned`\n')
  const said = ask(folder)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/)
  expect(said.split('\n')).toHaveLength(4)
  expect(() => folder.read('pwned')).toThrow()
})

testOnPosix('what was told is kept in the working copy, and starts again when it is long', () => {
  const folder = working(plan('x'))
  ask(folder)
  const told = join(folder.path, '.ai/.local/told')
  expect(readFileSync(told, 'utf8')).toMatch(/^[0-9a-f]{16}\n$/)
  folder.write({ '.ai/.local/told': `${'x'.repeat(70_000)}\n` })
  expect(ask(folder)).not.toBe('')
  expect(readFileSync(told, 'utf8')).toMatch(/^[0-9a-f]{16}\n$/)
})

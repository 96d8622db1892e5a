import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../support/casting'
import { makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { testOnPosix } from '../support/posix'
import { repository } from '../support/source-files'

const pending: Readonly<Record<string, string>> = {
  ...standing('PR_APPLIED_PENDING_ARCHIVE_A'),
  '.ai/task/review-task-results.md': 'Done.',
}

const guard = (cwd: string, env: Readonly<Record<string, string>> = {}) =>
  spellHere(cwd, ['guard', 'pre-commit'], { env })
const states = (blockIn: string) => ({ SPELL_GUARD_BLOCK_IN: blockIn })

test('what waits is told in three lines, without the name of a state', () => {
  const { path } = makeRepository(pending)
  expect(guard(path)).toEqual({
    exitCode: 10,
    stderr: '',
    stdout:
      'Commit blocked: Review in progress has to be finished first.\n' +
      'First: spell accio (archives the review)\n' +
      'To commit anyway, if the developer says so: SPELL_GUARD=0 git commit …\n',
  })
})

test('what passes is told nothing', () => {
  const silent = { exitCode: 0, stdout: '', stderr: '' }
  expect(guard(makeRepository().path)).toEqual(silent)
  expect(guard(makeRepository(standing('GATHER_EDITING')).path)).toEqual(silent)
  expect(guard(makeRepository(pending).path, { SPELL_GUARD: '0' })).toEqual(silent)
})

test('several spells are named, and if there is none, the look', () => {
  const { stdout } = guard(makeRepository(standing('ACHIEVE_COMPLETE')).path, states('ACHIEVE_*'))
  expect(stdout).toContain('First: spell reparo, or spell finite\n')
})

test('what cannot be read has one exit code, the repair, and the way to skip', () => {
  const { path } = makeRepository({ '.ai/task/state.json': '{ "current_state": 1 }' })
  expect(guard(path)).toEqual({
    exitCode: 5,
    stdout: '',
    stderr:
      'spell: .ai/task/state.json has no current_state.\n' +
      '  fix: spell doctor --fix   # or once without the guard: SPELL_GUARD=0 git commit …\n',
  })
  expect(guard(path, states('!'))).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('SPELL_GUARD_BLOCK_IN must be'),
  })
})

test('an agent is not told how the guard is passed', () => {
  const env = { CLAUDECODE: '1' }
  expect(guard(makeRepository(pending).path, env).stdout).toMatch(/\nFirst: spell accio \(archives the review\)\n$/)
  const unreadable = makeRepository({ '.ai/task/state.json': '{' })
  expect(guard(unreadable.path, env).stderr).not.toContain('SPELL_GUARD')
})

test('a pattern that fits nothing is a warning', () => {
  const { path } = makeRepository(standing('GATHER_EDITING'))
  const stderr = 'spell: guard.blockIn has "PR_APLIED_*", which fits no state.\n'
  expect(guard(path, states('PR_APLIED_*'))).toMatchObject({ stderr, exitCode: 0 })
  expect(guard(path, states('GATHER_*,PR_APLIED_*,*')).stderr).toBe(stderr)
  const rfc = join(repository, 'docs/workflows/rfc.yaml')
  const settings = { blockIn: ['rfc.reading', 'rfc.nope', 'nowf.*'], editsOnlyIn: ['loop.*', 'rfc.*', 'collab-strat'] }
  const { path: own } = makeRepository({
    '.ai/spell.json': JSON.stringify({ guard: settings }),
    '.ai/workflows/rfc.yaml': readFileSync(rfc, 'utf8'),
  })
  expect(guard(own, {}).stderr.match(/guard\.\w+ has "[^"]+"/g)).toEqual([
    'guard.blockIn has "rfc.nope"',
    'guard.blockIn has "nowf.*"',
    'guard.editsOnlyIn has "collab-strat"',
  ])
})

describe('git says where the developer was:', () => {
  const folder = () => {
    const made = makeRepository({ 'packages/a/.ai/task/state.json': pending['.ai/task/state.json'] ?? '' })
    mkdirSync(join(made.path, 'packages/a/src'))
    return made.path
  }

  test.each([
    ['packages/a/src/', 10],
    ['packages/a/', 10],
    ['packages/', 0],
    ['', 0],
  ])('%s', (prefix, exitCode) => {
    expect(guard(folder(), { GIT_PREFIX: prefix })).toMatchObject({ exitCode })
  })

  test('never above the folder where the hook runs', () => {
    const { path } = makeRepository(pending)
    mkdirSync(join(path, 'inner'))
    expect(guard(join(path, 'inner'), { GIT_PREFIX: '' })).toMatchObject({ exitCode: 0 })
    expect(guard(join(path, 'inner'))).toMatchObject({ exitCode: 10 })
    const named = spellHere('/', ['guard', 'pre-commit', '--cwd', path], { env: { GIT_PREFIX: '' } })
    expect(named).toMatchObject({ exitCode: 10 })
  })
})

test.each([['guard'], ['guard', 'prepare-commit-msg'], ['guard', 'toString']])(
  '%s %s is an error of usage',
  (...args) => {
    const { stdout, exitCode } = spellHere(makeRepository().path, [...args, '--json'])
    expect({ exitCode, code: JSON.parse(stdout).code }).toEqual({ exitCode: 2, code: 'unknown-hook' })
  },
)

const archiving = standing('PR_APPLIED_PENDING_ARCHIVE_G')
const planning = standing('GATHER_EDITING')

function ask(
  files: Record<string, string>,
  payload: unknown,
  more: { agent?: string; env?: Record<string, string> } = {},
) {
  const { agent = 'claude', env = {} } = more
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const { stdout, stderr, exitCode } = spellHere(makeRepository(files).path, ['guard', 'tool', '--agent', agent], {
    input,
    env,
  })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  return stdout === '' ? undefined : JSON.parse(stdout)
}
const run = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })
const write = (path: string) => ({ tool_name: 'Write', tool_input: { file_path: path } })
const decisionOf = (answer: { hookSpecificOutput: { permissionDecision: string } } | undefined) =>
  answer?.hookSpecificOutput.permissionDecision

test('a commit that has to wait is denied, with what to ask the developer for', () => {
  expect(ask(archiving, run('git add -A && git commit -m x'))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(
        /Commits wait until it is over\. Ask the developer to cast accio first/,
      ),
    },
  })
})

test.each([
  ['a commit while nothing is pending', planning, run('git commit -m x')],
  ['another command', archiving, run('git status')],
  ['a commit in a repository without spell', {}, run('git commit -m x')],
  ['an edit, where the team has not asked for more', planning, write('src/a.ts')],
])('nothing is said of %s', (_, files, payload) => {
  expect(ask(files, payload)).toBeUndefined()
})

test.each(['SPELL_GUARD=0 git commit', 'git commit --no-verify'])('%s takes the developer’s word', (command) => {
  expect(decisionOf(ask(archiving, run(command)))).toBe('ask')
  // Some hosts know no asking.
  expect(ask(archiving, run(command), { agent: 'gemini' })).toMatchObject({ decision: 'deny' })
  expect(ask(planning, run(command))).toBeUndefined()
})

test('the switch in the agent’s own environment skips nothing', () => {
  expect(decisionOf(ask(archiving, run('git commit'), { env: { SPELL_GUARD: '0' } }))).toBe('deny')
})

test('a commit while the state cannot be read is denied, with the way out', () => {
  const answer = ask({ '.ai/task/state.json': '{' }, run('git commit'))
  expect(answer.hookSpecificOutput.permissionDecisionReason).toContain('spell doctor --fix')
})

test('a commit is judged where it is made', () => {
  const folder = makeRepository(planning)
  const other = makeRepository(archiving)
  const asked = (command: string) =>
    spellHere(folder.path, ['guard', 'tool'], { input: JSON.stringify({ ...run(command), cwd: folder.path }) }).stdout
  expect(asked(`git -C '${other.path}' commit`)).toContain('deny')
  expect(asked(`cd '${other.path}' && git commit`)).toContain('deny')
  expect(asked('git commit')).toBe('')
})

describe('where edits take a task', () => {
  const env = { SPELL_GUARD_EDITS_ONLY_IN: 'ACHIEVE_TASK_EXECUTED,PR_APPLIED_*' }

  test('one outside .ai is denied as long as none is authorised, and names the spell', () => {
    const answer = ask(planning, write('src/a.ts'), { env })
    expect(decisionOf(answer)).toBe('deny')
    expect(answer.hookSpecificOutput.permissionDecisionReason).toMatch(/No task has been authorised.* cast accio /)
  })

  test.each([
    ['in .ai', planning, write('.ai/task/plan.md')],
    ['outside the repository', planning, write('/somewhere/else.ts')],
    ['with a task that is authorised', standing('ACHIEVE_TASK_EXECUTED'), write('src/a.ts')],
    ['of a review that is authorised', archiving, write('src/a.ts')],
    ['where there is no work', {}, write('src/a.ts')],
  ])('one %s is not', (_, files, payload) => {
    expect(ask(files, payload, { env })).toBeUndefined()
  })

  test.each([
    ['collab', ['collab', 'start', 'orders'], 'collab-start', 'execute-batch'],
    ['hope', ['hope', 'start', 'Export orders as CSV'], 'user_need,soul.ask_engagement', 'loop.wave_execution'],
    ['discovery', ['discovery', 'start', 'Export orders'], 'discovery', 'implementation_plan'],
  ])('the work of %s counts, too, by its own states', (workflow, begin, now, other) => {
    const folder = makeRepository()
    spellHere(folder.path, begin)
    const asked = (states: string) =>
      spellHere(folder.path, ['guard', 'tool'], {
        input: JSON.stringify(write('src/a.ts')),
        env: { SPELL_GUARD_EDITS_ONLY_IN: states },
      }).stdout
    expect(asked(now)).toBe('')
    expect(asked(`ACHIEVE_TASK_EXECUTED,${other}`)).toMatch(new RegExp(`deny.*spell ${workflow} status`))
  })

  testOnPosix('one that a link leads out of .ai is one outside of it', () => {
    const folder = makeRepository(planning)
    mkdirSync(join(folder.path, 'src'))
    symlinkSync('../src', join(folder.path, '.ai/folder'))
    symlinkSync('../src/new.ts', join(folder.path, '.ai/file.ts'))
    const asked = (path: string) =>
      spellHere(folder.path, ['guard', 'tool'], { input: JSON.stringify(write(path)), env }).stdout
    expect(asked('.ai/folder/x.ts')).toContain('deny')
    expect(asked('.ai/folder/deep/x.ts')).toContain('deny')
    expect(asked('.ai/file.ts')).toContain('deny')
    expect(asked('.ai/notes.md')).toBe('')
  })

  const ours = ['.ai/spell.json', '.ai/task/plan.md']
  test.each(ours)('of several edits the one that is denied decides, after %s', (path) => {
    const command = `*** Begin Patch\n*** Update File: ${path}\n*** Add File: src/b.ts\n*** End Patch`
    expect(decisionOf(ask(planning, { tool_name: 'apply_patch', tool_input: { command } }, { env }))).toBe('deny')
  })
})

test.each<[string, object]>([
  ['claude', { hookSpecificOutput: { permissionDecision: 'deny' } }],
  ['codex', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }],
  ['cursor', { permission: 'deny', agent_message: expect.any(String), user_message: expect.any(String) }],
  ['copilot', { permissionDecision: 'deny', permissionDecisionReason: expect.any(String) }],
  ['gemini', { decision: 'deny', reason: expect.any(String) }],
  ['opencode', { reason: expect.any(String) }],
])('the answer has the form of %s', (agent, answer) => {
  expect(ask(archiving, run('git commit'), { agent })).toMatchObject(answer)
})

test('the hook of Claude Code says nothing if Copilot runs it, which has its own', () => {
  const env = { COPILOT_PROJECT_DIR: '/r', CLAUDE_PROJECT_DIR: '/r' }
  expect(ask(archiving, run('git commit'), { env })).toBeUndefined()
  expect(ask(archiving, run('git commit'), { agent: 'copilot', env })).toMatchObject({ permissionDecision: 'deny' })
})

const inputs = ['', '{', 'null', '[]', '{"tool_name":3}', '\u0000', JSON.stringify(write('x'.repeat(100_000)))]
test.each(inputs)('input that cannot be understood blocks nothing: %.20j', (input) => {
  expect(ask(archiving, input)).toBeUndefined()
})

import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../support/casting'
import { makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { testOnPosix } from '../support/posix'

const pending = standing('PR_APPLIED_PENDING_ARCHIVE_G')
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
  expect(ask(pending, run('git add -A && git commit -m x'))).toEqual({
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
  ['another command', pending, run('git status')],
  ['a commit in a repository without spell', {}, run('git commit -m x')],
  ['an edit, where the team has not asked for more', planning, write('src/a.ts')],
])('nothing is said of %s', (_, files, payload) => {
  expect(ask(files, payload)).toBeUndefined()
})

test.each(['SPELL_GUARD=0 git commit', 'git commit --no-verify'])('%s takes the developer’s word', (command) => {
  expect(decisionOf(ask(pending, run(command)))).toBe('ask')
  // Some hosts know no asking.
  expect(ask(pending, run(command), { agent: 'gemini' })).toMatchObject({ decision: 'deny' })
  expect(ask(planning, run(command))).toBeUndefined()
})

test('the switch in the agent’s own environment skips nothing', () => {
  expect(decisionOf(ask(pending, run('git commit'), { env: { SPELL_GUARD: '0' } }))).toBe('deny')
})

test('a commit while the state cannot be read is denied, with the way out', () => {
  const answer = ask({ '.ai/task/state.json': '{' }, run('git commit'))
  expect(answer.hookSpecificOutput.permissionDecisionReason).toContain('spell doctor --fix')
})

test('a commit is judged where it is made', () => {
  const folder = makeRepository(planning)
  const other = makeRepository(pending)
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
    ['of a review that is authorised', pending, write('src/a.ts')],
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
  expect(ask(pending, run('git commit'), { agent })).toMatchObject(answer)
})

test('the hook of Claude Code says nothing if Copilot runs it, which has its own', () => {
  const env = { COPILOT_PROJECT_DIR: '/r', CLAUDE_PROJECT_DIR: '/r' }
  expect(ask(pending, run('git commit'), { env })).toBeUndefined()
  expect(ask(pending, run('git commit'), { agent: 'copilot', env })).toMatchObject({ permissionDecision: 'deny' })
})

const inputs = ['', '{', 'null', '[]', '{"tool_name":3}', '\u0000', JSON.stringify(write('x'.repeat(100_000)))]
test.each(inputs)('input that cannot be understood blocks nothing: %.20j', (input) => {
  expect(ask(pending, input)).toBeUndefined()
})

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { judge, judgeCommit, setAsidePatches } from '../../src/guard/guard'
import { stopCallIn } from '../../src/guard/stop-guard'
import { withPatch } from '../../src/guard/with-patch'
import { loadSettings } from '../../src/work/settings/settings'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { states } from '../../src/workflows/engineer/states'
import { castIn, standing, texts } from '../support/casting'
import { makeFolder, makeRepository, plainEnv, untouched } from '../support/folder'
import { failing } from '../support/posix'

const judgeIn = (files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) =>
  judgeCommit(workIn(makeFolder(files).path, engineer), { prefix: '', env, texts })
const pending = standing('PR_APPLIED_PENDING_ARCHIVE_G')

describe('a commit', () => {
  test.each(states)('is judged by the state: %s', async (state) => {
    const waits = state.startsWith('PR_APPLIED_PENDING_ARCHIVE_')
    const files = ['context', 'plan', 'task', 'task-results', 'comments', 'review-task', 'review-task-results']
    const all = Object.fromEntries(files.map((name) => [`.ai/task/${name}.md`, '# It\n\n- [x] it works\n']))
    // Each text of a spell that it can offer is filled in.
    for (const there of [{}, all, { '.ai/task/plan.md': '- [ ] it works\n' }])
      expect(await judgeIn({ ...standing(state), ...there })).toMatchObject({
        verdict: waits ? 'blocked' : 'passed',
        state,
      })
  })

  test('that is blocked names the state, and what can be cast', async () => {
    expect(await judgeIn({ ...pending, '.ai/task/review-task-results.md': 'Done.' })).toEqual({
      verdict: 'blocked',
      state: 'PR_APPLIED_PENDING_ARCHIVE_G',
      title: 'Review in progress',
      spells: [{ name: 'accio', summary: 'archives the review' }],
    })
  })

  test('that is blocked on another branch names the one where the work got there', async () => {
    const folder = makeFolder({ '.git/HEAD': 'ref: refs/heads/export\n', ...standing('PR_REVIEW_TASK_DRAFT_G') })
    folder.write({ '.ai/task/plan.md': '- [ ] a\n', '.ai/task/review-task.md': '# Review\n\nQuote.\n' })
    await castIn(folder, 'accio')
    const judgedHere = () => judgeCommit(workIn(folder.path, engineer), { prefix: '', env: {}, texts })
    expect(await judgedHere()).not.toHaveProperty('branch')
    const later = Math.ceil(Date.now() / 1000) + 60
    folder.write({
      '.git/HEAD': 'ref: refs/heads/hotfix\n',
      '.git/logs/HEAD': `0 1 Ann <a@b.example> ${later} +0000\tcheckout: moving from export to hotfix\n`,
    })
    expect(await judgedHere()).toMatchObject({ verdict: 'blocked', branch: 'export' })
  })

  test('says that results are missing', async () => {
    const verdict = await judgeIn(pending)
    expect(verdict).toMatchObject({
      spells: [{ name: 'accio', summary: 'finds no `.ai/task/review-task-results.md`' }],
    })
  })

  // biome-ignore format: a case is a line
  test.each<[what: string, files: Record<string, string>, env: Record<string, string>, verdict: string]>([
    ['without .ai', {}, {}, 'no-work'],
    ['with .ai and nothing in it', { '.ai/plan-guide.md': '' }, {}, 'passed'],
    ['with SPELL_GUARD=0', pending, { SPELL_GUARD: '0' }, 'skipped'],
    ['with SPELL_GUARD=0, whatever is broken', { '.ai/spell.json': '{', '.ai/task/state.json': '{' }, { SPELL_GUARD: '0' }, 'skipped'],
    ['with another SPELL_GUARD', pending, { SPELL_GUARD: '1' }, 'blocked'],
    ['with a mistake in a setting that has no say', pending, { SPELL_ATLASSIAN_HOSTS: 'https://x' }, 'blocked'],
  ])('%s', async (_, files, env, verdict) => {
    expect(await judgeIn(files, env)).toMatchObject({ verdict })
  })

  // biome-ignore format: a case is a line
  test.each<[what: string, files: Record<string, string>, env: Record<string, string>, code: string]>([
    ['of a state that is garbage', { '.ai/task/state.json': '<<<<<<<' }, {}, 'state-unreadable'],
    ['of a state that is gone', { '.ai/task/history.jsonl': '{}\n' }, {}, 'state-removed'],
    ['of a history that is none', { ...pending, '.ai/task/history.jsonl': 'garbage' }, {}, 'history-unreadable'],
    ['of settings that are broken', { ...pending, '.ai/spell.json': '{' }, {}, 'settings-unreadable'],
    ['of a variable that is wrong', pending, { SPELL_GUARD_BLOCK_IN: 'a b' }, 'setting-wrong'],
  ])('cannot be judged because %s', async (_, files, env, code) => {
    expect(await failing(() => judgeIn(files, env))).toMatchObject({ code, fix: expect.any(String) })
  })

  test('is judged without a trace', async () => {
    const folder = makeFolder(pending)
    await untouched(folder, () => judgeCommit(workIn(folder.path, engineer), { prefix: '', env: {}, texts }))
  })
})

describe('the settings', () => {
  const judged = async (state: string, blockIn: readonly string[]) =>
    judge(
      engineer,
      state,
      engineer.facts({}, await loadSettings('/nowhere', {}), {}),
      { guard: { blockIn, editsOnlyIn: [] } },
      texts,
    )

  // biome-ignore format: a case is a line
  test.each<[blockIn: readonly string[], blocked: readonly string[]]>([
    [[], []],
    [['*'], states],
    [['GATHER_EDITING'], ['GATHER_EDITING']],
    [['GATHER_EDITING*'], ['GATHER_EDITING_CONTEXT', 'GATHER_EDITING']],
    [['ACHIEVE_COMPLETE', 'ERROR_PLAN_*'], ['ACHIEVE_COMPLETE', 'ERROR_PLAN_MISSING']],
    [['gather_editing', 'EDITING*', 'GATHER'], []],
  ])('%j', async (blockIn, blocked) => {
    const found = await Promise.all(states.map(async (state) => (await judged(state, blockIn)).verdict === 'blocked'))
    expect(states.filter((_, index) => found[index])).toEqual(blocked)
  })
})

describe('a patch that was set aside', () => {
  const folder = () =>
    makeFolder({ 'cache/patch100-7': 'old', 'cache/patch200-7': 'new', 'cache/patch300-8': 'another' })

  test('by pre-commit is the newest of the process that calls', () => {
    const { path } = folder()
    const env = { PRE_COMMIT: '1', PRE_COMMIT_HOME: join(path, 'cache') }
    expect(setAsidePatches(path, env, '7')).toEqual(['new'])
    expect(setAsidePatches(path, env, '9')).toEqual([])
    expect(setAsidePatches(path, env, undefined)).toEqual([])
    expect(setAsidePatches(path, { ...env, PRE_COMMIT: undefined }, '7')).toEqual([])
  })

  test.each([
    ['XDG_CACHE_HOME', 'pre-commit'],
    ['HOME', '.cache/pre-commit'],
  ])('by pre-commit is looked for by %s', (variable, place) => {
    const { path } = makeFolder({ [`${place}/patch1-7`]: 'found' })
    expect(setAsidePatches(path, { PRE_COMMIT: '1', [variable]: path }, '7')).toEqual(['found'])
  })

  test('by Lefthook lies in the folder that all worktrees have in common', () => {
    const { path, write } = makeRepository({ 'inner/file': '' })
    expect(setAsidePatches(path, {}, undefined)).toEqual([])
    write({ '.git/info/lefthook-unstaged.patch': 'hidden' })
    expect(setAsidePatches(join(path, 'inner'), {}, undefined)).toEqual(['hidden'])
  })
})

describe('a patch applied again', () => {
  function patchOf(path: string, before: string, after: string, ...options: string[]): string {
    const shop = makeRepository({ [path]: before, 'z other': 'a\n' })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: shop.path, env: plainEnv, encoding: 'utf8' })
    git('add', '.')
    shop.write({ [path]: after, 'z other': 'b\n' })
    return git('-c', 'core.autocrlf=false', 'diff', '--binary', ...options)
  }

  test.each(['.ai/task/state.json', 'packages/a b/.ai/task/state.json'])('gives the text of %s', (path) => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', '')),
        fc.array(fc.constantFrom('a', 'b', 'd')),
        fc.boolean(),
        (one, two, bare) => {
          const [before, after] = [one.join('\n'), two.join('\n')]
          fc.pre(before !== '' && before !== after)
          const patch = patchOf(path, before, after, ...(bare ? ['--unified=0'] : []))
          expect(withPatch(patch, path, before)).toBe(after)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('leaves the text where it is of another file, of another time, or none', () => {
    const patch = patchOf('state.json', 'a\nb\n', 'a\nc\n')
    expect(withPatch(patch, 'tate.json', 'a\nb\n')).toBe('a\nb\n')
    expect(withPatch(patch, 'state.json', 'x\ny\n')).toBe('x\ny\n')
    expect(withPatch('garbage', 'state.json', 'a')).toBe('a')
    expect(withPatch('', 'state.json', 'a')).toBe('a')
  })
})

const stop = { hook_event_name: 'Stop', session_id: 's', stop_hook_active: false }

test('a stop says which, whose and whether it is the first', () => {
  expect(stopCallIn({ ...stop, prompt_id: 'p' })).toEqual({ event: 'Stop', session: 's', turn: 'p', isAgain: false })
})

test.each([
  ['a subagent of Claude Code', { ...stop, hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'Explore' }],
  ['a subagent whose host calls it a stop', { ...stop, agent_id: 'a1' }],
  ['a subagent that is not named', { ...stop, hook_event_name: 'SubagentStop' }],
  ['an agent that the user has stopped', { conversation_id: 's', loop_count: 0, status: 'aborted' }],
])('the stop of %s is not judged', (_, payload) => {
  expect(stopCallIn(payload)).toBeUndefined()
})

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { castIn } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { secret, startGitHub } from '../../support/github-server'
import { action, type Given, runAction, startRegistry } from '../../support/packed-action'
import { hostile } from '../../support/packed-hostile'
import { provable, spellIn, tickOnly } from '../../support/packed-provable'
import { describeOnPosix } from '../../support/posix'
import { cloneOf, historyFile, planFile, shop, tick } from '../../support/team-repository'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The action at work, with a registry that has its version. */
async function act(workspace: Folder, { inputs, ...given }: Given = {}) {
  const registry = await startRegistry(version, '1.2.3')
  const done = await runAction(workspace, { ...given, inputs: { registry: registry.url, ...inputs } })
  return { ...done, asked: registry.asked }
}

/** Work with a cheat: criteria that no task has met are ticked. */
async function cheating(): Promise<Folder> {
  const folder = await shop('main')
  tick(folder, 4)
  await castIn(folder, 'accio')
  commitAll(folder)
  return folder
}

const breakHistory = (folder: Folder) =>
  folder.write({ [historyFile]: folder.read(historyFile).replace('"number":2', '"number":3') })

test('the action is composite, and gives its token to the comment alone', () => {
  expect(action.runs.using).toBe('composite')
  expect(JSON.stringify(action)).not.toMatch(/github\.token|secrets/)
  for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/^[A-Z].+\.$/)
  const { steps } = action.runs
  const named = (part: RegExp) => steps.filter((step) => part.test(JSON.stringify(step))).map(({ name }) => name)
  expect(named(/inputs\.token \}/)).toEqual(['comment'])
  // An action has a token of its own for artifacts.
  const order = steps.map(({ name }) => name)
  expect(named(/uses|"GH_TOKEN|--rerun/)).toEqual(['keep the page', 'comment', 'rerun the commands of the plan'])
  expect(order.at(-1)).toBe('rerun the commands of the plan')
})

describeOnPosix('the action', () => {
  test('passes on a pull request with honest work, and tells how it got where it stands', async () => {
    const { stdout, exitCode, summary, asked } = await act(cloneOf(await shop()), { env: { GITHUB_BASE_REF: 'main' } })
    expect({ stdout, exitCode }).toEqual({
      stdout: expect.stringMatching(
        /\nAll is in order: 11 steps lead from the start to “Task draft”, 2 claimed · 2 open; one archive with 7 steps. It goes on from where origin\/main left it\.\n$/,
      ),
      exitCode: 0,
    })
    expect(summary).toMatch(/^## spell check\n\nAll is in order/)
    expect(summary).toMatch(/→ Review in progress$/m)
    expect([stdout.includes(`spell ${version}\n`), asked]).toEqual([true, ['/spell-cli', '/spell-cli.tgz']])
  })

  test('puts a report below what was checked, with its page, whatever the check finds', async () => {
    const honest = await act(cloneOf(await shop('main')))
    expect(honest).toMatchObject({
      exitCode: 0,
      page: expect.stringMatching(/^<!doctype html>\n<!-- spell report -->/),
    })
    expect(honest.summary).toMatch(/^## spell check\n[\s\S]*\n\nNot complete: [\s\S]*\n### Acceptance criteria\n/)
    const clone = cloneOf(await cheating())
    const summary = expect.stringMatching(/^## spell check\n[\s\S]*criteria-ticked[\s\S]*\n### Acceptance criteria\n/)
    expect(await act(clone)).toMatchObject({ exitCode: 10, summary })
    expect(await act(clone, { inputs: { report: 'false' } })).toMatchObject({ exitCode: 10, page: '' })
    expect(await act(clone, { inputs: { work: 'nothing' } })).toMatchObject({
      exitCode: 10,
      page: '',
      stdout: expect.stringContaining('“nothing”'),
    })
  })

  test('fails on a pull request with a cheat, at its file and line, also in a folder of the repository', async () => {
    const folder = await cheating()
    const said = (file: string) =>
      `::error file=${file},line=4,title=spell check%3A criteria-ticked::4 criteria were ticked`
    const { stdout, exitCode, summary } = await act(cloneOf(folder), { env: { GITHUB_BASE_REF: 'main' } })
    expect({ stdout, exitCode }).toEqual({ stdout: expect.stringContaining(said(historyFile)), exitCode: 10 })
    expect(summary).toContain(`| \`criteria-ticked\` | \`${historyFile}:4\` | 4 criteria were ticked`)
    const nested = makeFolder({ 'README.md': '# Packages\n' })
    git(nested, 'clone', '-q', folder.path, 'packages/shop')
    expect(await act(nested, { inputs: { 'working-directory': 'packages/shop' } })).toMatchObject({
      exitCode: 10,
      stdout: expect.stringContaining(said(`packages/shop/${historyFile}`)),
    })
  })

  test('compares a push with what was there before it', async () => {
    const folder = await shop('main')
    const before = git(folder, 'rev-parse', 'HEAD').trim()
    folder.remove('.ai')
    commitAll(folder)
    const clone = cloneOf(folder)
    expect(await act(clone, { event: { before } })).toMatchObject({
      exitCode: 10,
      stdout: expect.stringContaining('title=spell check%3A history-removed::'),
    })
    expect(await act(clone, { event: { before: '0'.repeat(40) } })).toMatchObject({ exitCode: 0 })
    expect(await act(clone, { event: { before: 'f'.repeat(40) } })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('is not here any more'),
    })
  })

  describe('in a checkout with the last commit only', () => {
    /** As actions/checkout makes it for a pull request: the merge of it, and no branch. */
    async function shallow(): Promise<{ readonly clone: Folder; readonly main: string }> {
      const folder = await shop()
      const main = git(folder, 'rev-parse', 'main').trim()
      git(folder, 'checkout', '-q', '--detach', 'main')
      git(folder, 'merge', '-q', '--no-ff', '-m', 'Merge', 'export')
      git(folder, 'update-ref', 'refs/pull/7/merge', 'HEAD')
      git(folder, 'tag', 'v1', 'main')
      git(folder, 'checkout', '-q', 'export')
      const clone = makeFolder()
      git(clone, 'init', '-q')
      git(clone, 'remote', 'add', 'origin', `file://${folder.path}`)
      git(clone, 'fetch', '-q', '--no-tags', '--depth=1', 'origin', '+refs/pull/7/merge:refs/remotes/pull/7/merge')
      git(clone, 'checkout', '-q', '--detach', 'refs/remotes/pull/7/merge')
      return { clone, main }
    }

    test.each<[string, (main: string) => Given, RegExp]>([
      ['of a pull request', () => ({ env: { GITHUB_BASE_REF: 'main' } }), /from where origin\/main left it/],
      ['of a push', (main) => ({ event: { before: main } }), /from where [0-9a-f]{40} left it/],
      ['named by a tag', () => ({ inputs: { base: 'v1' } }), /from where v1 left it/],
    ])('fetches the base %s, and says so', async (_, given, verdict) => {
      const { clone, main } = await shallow()
      const { stdout, exitCode } = await act(clone, given(main))
      expect({ stdout, exitCode }).toEqual({ stdout: expect.stringMatching(verdict), exitCode: 0 })
      expect(stdout).toContain('This checkout was shallow: its history was fetched, to compare with ')
      expect(git(clone, 'rev-parse', '--is-shallow-repository')).toBe('false\n')
    })

    test('fetches nothing without a base, and says what helps if it cannot', async () => {
      const { clone } = await shallow()
      expect((await act(clone, { event: { before: '0'.repeat(40) } })).stdout).not.toContain('shallow')
      expect(git(clone, 'rev-parse', '--is-shallow-repository')).toBe('true\n')
      git(clone, 'remote', 'set-url', 'origin', 'file:///nowhere')
      const { stdout, exitCode } = await act(clone, { env: { GITHUB_BASE_REF: 'main' } })
      expect(exitCode).toBe(2)
      expect(stdout).toMatch(/^::warning title=spell check::This checkout is shallow, and git could not fetch/m)
      expect(stdout).toMatch(/^::error title=spell check::This clone does not have enough .*fetch-depth: 0/m)
    })
  })

  test('hands its inputs on as they are', async () => {
    const clone = cloneOf(await shop())
    const given = { require: 'complete', base: '$(touch ran); "main"', 'no-overrides': 'true' }
    const { stdout, exitCode } = await act(clone, { inputs: given })
    expect(exitCode).toBe(2)
    expect(stdout).toContain('git knows no commit "$(touch ran); \\"main\\""')
    expect(existsSync(join(clone.path, 'ran'))).toBe(false)
    expect((await act(clone, { inputs: { ...given, base: 'main' } })).stdout).toContain('work-not-complete')
  })

  test('runs the version that is asked for, and nothing at all if there is none', async () => {
    const clone = cloneOf(await shop())
    expect(await act(clone, { inputs: { version: '1.2.3' } })).toMatchObject({ exitCode: 0 })
    const { exitCode, stdout, ran } = await act(clone, { inputs: { version: '9.9.9' } })
    expect([exitCode, ran]).toEqual([1, ['get spell, and what to compare with']])
    expect(stdout).toContain('No matching version found for spell-cli@9.9.9')
  })

  describe('whatever the checkout says', () => {
    /** A checkout in which everything says that something is to be run, in a job that has its folders in PATH. */
    async function trapped(more: (folder: Folder, closed: string) => unknown) {
      const { folder, ran, forget } = await hostile('complete', 'two headings on one line')
      const wrong = await startRegistry(version, '9.9.9')
      folder.write({ '.npmrc': `${folder.read('.npmrc')}registry=${wrong.url}\n` })
      more(folder, (await startRegistry()).url)
      forget()
      const github = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7 }] } })
      const own = join(folder.path, 'node_modules/.bin')
      const env = {
        BASH_ENV: join(folder.path, 'trap.sh'),
        NODE_OPTIONS: `--require ${join(folder.path, 'trap.cjs')}`,
        NPM_CONFIG_USERCONFIG: join(folder.path, '.npmrc'),
        npm_config_registry: wrong.url,
        npm_config_prefix: folder.path,
        GITHUB_EVENT_NAME: 'pull_request',
        GITHUB_SERVER_URL: `https://${github.host}`,
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_RUN_ID: '42',
      }
      const [gh = ''] = (github.env.PATH ?? '').split(delimiter)
      const event = { pull_request: { number: 7, head: { sha: git(folder, 'rev-parse', 'base').trim() } } }
      const path = ['node_modules/.bin', '', own, gh]
      const done = await act(folder, { env, event, path, inputs: { token: secret, base: 'base' } })
      return { ...done, ran: ran(), steps: done.ran, wrong: wrong.asked, github }
    }

    /** Makes it shallow, with another remote. */
    const shallow = (folder: Folder, url?: string) => {
      folder.write({ '.git/shallow': git(folder, 'rev-parse', 'HEAD') })
      if (url === undefined) return
      git(folder, 'config', 'core.askPass', join(folder.path, 'trap.sh'))
      if (url !== '') git(folder, 'config', 'remote.origin.url', url)
    }
    const fetched = (folder: Folder) => {
      const origin = makeFolder()
      cpSync(join(folder.path, '.git'), join(origin.path, '.git'), { recursive: true })
      origin.write({ '.git/config': '', '.git/refs/heads/base': git(folder, 'rev-parse', 'base') })
      folder.write({ '.git/objects/info/alternates': join(origin.path, '.git/objects\n') })
      shallow(folder, `file://${origin.path}`)
    }

    test.each<[string, number, string, (folder: Folder, closed: string) => unknown]>([
      ['green stays so', 0, 'All is in order', () => {}],
      ['red stays so', 10, 'history-chain-broken', breakHistory],
      ['a shallow clone gets its history', 0, 'its history was fetched', fetched],
      ['a helper is not asked for it', 2, 'could not fetch', (folder) => shallow(folder)],
      ['a command is not asked for it', 2, 'could not fetch', (folder) => shallow(folder, '')],
      ['a program is not asked for a password', 2, 'could not fetch', (folder, closed) => shallow(folder, closed)],
    ])('%s, nothing of it is run, and only the comment has the token', async (_, exitCode, said, more) => {
      const { ran, wrong, asked, github, stdout, ...done } = await trapped(more)
      expect({ ran, wrong, asked }).toEqual({ ran: [], wrong: [], asked: ['/spell-cli', '/spell-cli.tgz'] })
      expect({ stdout, code: done.exitCode }).toEqual({ stdout: expect.stringContaining(said), code: exitCode })
      expect(stdout + done.summary).not.toContain(secret)
      expect(github.asked.map(({ name, authorization }) => [name, authorization])).toEqual([
        ['pullRequest', `token ${secret}`],
        ['addComment', `token ${secret}`],
        ['pullRequest', `token ${secret}`],
      ])
    })
  })

  describe('with the commands of the plan', () => {
    /** Takes every environment that it can read, and replaces the program, the scripts and what the runner reads. */
    const attack = `
const { appendFileSync, lstatSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const { GITHUB_ACTIONS, RUNNER_TEMP: temp, SEEN: seen } = process.env
const look = (path) => {
  try {
    appendFileSync(seen, readFileSync(path))
  } catch {}
}
if (GITHUB_ACTIONS) {
  for (const id of readdirSync('/proc').filter(Number)) for (const what of ['environ', 'cmdline']) look('/proc/' + id + '/' + what)
  for (const path of readdirSync(temp, { recursive: true }).map((name) => temp + '/' + name)) {
    if (!lstatSync(path).isFile()) continue
    look(path)
    writeFileSync(path, path.endsWith('js') ? 'process.exit(0)' : 'exit 0\\n')
  }
}
`
    const plan = '# Orders\n\n- [ ] One\n  - run: `node attack.cjs`\n- [ ] Two\n  - run: `node second.cjs`\n'
    const passes = ''
    const failsHere = 'process.exit(process.env.GITHUB_ACTIONS ? 1 : 0)\n'

    /** A checkout of work that is done and proven, and whose commands behave otherwise in CI. */
    async function proven(second: string, change: (folder: Folder) => void = () => {}): Promise<Folder> {
      const folder = await provable('done', { [planFile]: plan, 'attack.cjs': attack, 'second.cjs': second })
      expect(spellIn(folder, 'prove')).toMatchObject({ exitCode: 0 })
      tickOnly(folder, 1, 2)
      change(folder)
      commitAll(folder)
      return cloneOf(folder)
    }

    /** Runs the action on a pull request, and says what the commands of the plan could read. */
    async function rerun(clone: Folder, inputs: Readonly<Record<string, string>> = {}, name = 'pull_request') {
      const github = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7 }] } })
      const seen = makeFolder({ seen: '' })
      const env = {
        SEEN: join(seen.path, 'seen'),
        GITHUB_EVENT_NAME: name,
        GITHUB_SERVER_URL: `https://${github.host}`,
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_RUN_ID: '42',
      }
      const event = { pull_request: { number: 7, head: { sha: git(clone, 'rev-parse', 'HEAD').trim() } } }
      const [gh = ''] = (github.env.PATH ?? '').split(delimiter)
      const given = { env, event, path: [gh], inputs: { rerun: 'true', token: secret, ...inputs } }
      const { stdout, exitCode, summary, ran } = await act(clone, given)
      return { stdout, exitCode, summary, ran, seen: seen.read('seen'), github }
    }

    test.each([
      ['green', passes, 0, 'All is in order'],
      [
        'red',
        failsHere,
        10,
        '::error file=.ai/task/plan.md,line=5,title=spell check%3A rerun-failed::Criterion 2 is ticked',
      ],
    ])('%s stays so, and none of them sees the token', async (_, second, exitCode, verdict) => {
      const { stdout, seen, github, summary, ...done } = await rerun(await proven(second))
      expect({ stdout, code: done.exitCode }).toEqual({ stdout: expect.stringContaining(verdict), code: exitCode })
      expect(stdout).toContain('Run again: 2')
      expect(summary.match(/^## spell check$/gm)).toHaveLength(1)
      // The attack has read what there was to read, the comment had been written before.
      expect(seen).toMatch(/SPELL_PROGRAM=[\s\S]*NODE_DISABLE_COMPILE_CACHE=1/)
      expect(seen).not.toContain(secret)
      expect(github.asked.map(({ name }) => name)).toEqual(['pullRequest', 'addComment', 'pullRequest'])
      expect([...github.comments.values()].join()).toContain('2 proven')
    })

    test('runs none of them over records that are not in order', async () => {
      const { exitCode, stdout, summary, seen, ran } = await rerun(await proven(passes, breakHistory))
      expect({ exitCode, seen }).toEqual({ exitCode: 10, seen: '' })
      expect(stdout).toContain('::error file=.ai/task/history.jsonl,line=2')
      expect(summary).toMatch(/^## spell check\n[\s\S]*history-chain-broken/)
      expect(ran.at(-1)).toBe('check')
    })

    test('runs none of them unless asked, and never with the secrets of `pull_request_target`', async () => {
      const clone = await proven(failsHere)
      expect(await rerun(clone, { rerun: 'false' })).toMatchObject({ exitCode: 0, seen: '' })
      const { exitCode, stdout, seen, github } = await rerun(clone, {}, 'pull_request_target')
      expect({ exitCode, seen, asked: github.asked }).toEqual({ exitCode: 3, seen: '', asked: [] })
      expect(stdout).toMatch(/^::error title=spell check::.*`pull_request_target`, which has secrets/m)
    })

    test('writes no comment without a token, or for a push', async () => {
      const clone = await proven(passes)
      for (const [inputs, name] of [
        [{ token: '' }, 'pull_request'],
        [{}, 'push'],
      ] as const)
        expect((await rerun(clone, inputs, name)).github.asked).toEqual([])
    })
  })
})

test('what the page about the check shows for a workflow can be read, and uses inputs that there are', () => {
  const page = readFileSync('docs/check.md', 'utf8')
  const [workflow, gitlab] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => parse(text))
  const [, use] = workflow.jobs.check.steps
  expect(Object.keys(use.with).filter((name) => !(name in action.inputs))).toEqual([])
  expect(workflow.jobs.check.steps[0].with).toEqual({ 'fetch-depth': 0 })
  const program = '/opt/spell/node_modules/.bin/spell'
  const [install, check] = gitlab.spell.script
  expect(
    program.startsWith(
      /^\(cd \/ && npm install --silent --prefix (\S+) "\$SPELL_PACKAGE"\)$/.exec(install)?.[1] ?? '?',
    ),
  ).toBe(true)
  const line = check.replace(/ > .*/, '').replace(program, 'spell')
  const run = (env: object) =>
    execFileSync('sh', ['-c', `spell() { printf '%s|' "$@"; }; ${line}`], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })
  // What it is compared with GitLab says to spell itself.
  expect(run({})).toBe('check|--format|junit|')
})

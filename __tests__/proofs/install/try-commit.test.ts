import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hookRunners } from '../../../src/install/hook-managers/runners'
import { install } from '../../../src/install/init'
import { lookAt } from '../../../src/install/pieces/look'
import { tryCommit } from '../../../src/install/try-commit'
import { type Folder, makeRepository, plainEnv, untouched } from '../../support/folder'
import { hookTexts } from '../../support/guard-script'
import { describeOnPosix } from '../../support/posix'
import { repository } from '../../support/source-files'

const peers = join(repository, 'scripts/peers/node_modules')
const env = {
  ...plainEnv,
  PATH: [join(peers, '.bin'), join(repository, 'node_modules/.bin'), plainEnv.PATH].join(delimiter),
}
const canRun = (name: string) => spawnSync(name, ['--version'], { env }).status === 0

/** How a team sets a manager up in its clone. */
const managers: Readonly<Record<string, { readonly files: Record<string, string>; readonly setUp?: string }>> = {
  git: { files: {} },
  husky: { files: { '.husky/pre-commit': 'touch ran\n' }, setUp: 'husky' },
  'simple-git-hooks': { files: {}, setUp: 'simple-git-hooks' },
  lefthook: { files: { 'lefthook.yml': 'pre-commit:\n  jobs:\n    - run: touch ran\n' }, setUp: 'lefthook install' },
  'pre-commit': {
    files: {
      '.pre-commit-config.yaml':
        'repos:\n- repo: https://example.invalid/a\n  rev: v1\n  hooks:\n  - id: a\n- repo: local\n  hooks:\n  - {id: b, name: b, entry: touch ran, language: system}\n',
    },
    setUp: 'pre-commit install',
  },
}

/** A repository with the guard, put there by init, whose hooks are set up. */
async function made(guard: string, files: Record<string, string> = {}) {
  const folder = makeRepository({ ...managers[guard]?.files, ...files })
  const run = (line: string) => spawnSync('sh', ['-c', line], { cwd: folder.path, env, encoding: 'utf8' })
  const { setUp = 'true' } = managers[guard] ?? {}
  expect(run(setUp)).toMatchObject({ status: 0 })
  const hooksPath = run('git config core.hooksPath').stdout.trim()
  const look = lookAt(
    folder.path,
    { folder: join(folder.path, hooksPath || '.git/hooks'), ...(hooksPath && { path: hooksPath }) },
    env,
  )
  const adapters = { agents: [], managers: hookRunners(hookTexts) }
  const ground = { root: folder.path, look, now: new Date(), wait: 0, version: '1.0.0', adapters }
  const { kept } = await install(
    ground,
    { choices: { agents: [], guard, trailer: false, prepare: false }, purpose: 'init' },
    false,
  )
  expect(kept).toEqual([])
  run(setUp)
  const adapter = adapters.managers.find(({ name }) => name === guard)
  const tried = async () =>
    adapter && (await untouched(folder, () => tryCommit(look, adapter, env))).map(({ why }) => why)
  return { folder, run, tried }
}

const waiting = { '.ai/task/state.json': '{\n  "current_state": "PR_APPLIED_PENDING_ARCHIVE_G",\n  "context": {}\n}\n' }

describeOnPosix('a commit that has to wait', () => {
  // Each is a hook of a team, as the value of simple-git-hooks and as a script.
  const commands = [
    ...['true', 'true &', 'true # lint', 'exec true', 'true; exit 0', 'false || true', 'true;', 'true \\', 'touch ran'],
    ...[
      'git diff --cached --quiet && exit 0\ntrue',
      'if true; then\n  exit 0\nfi',
      'exit 0',
      'cat <<END\n&& exit\nEND',
    ],
  ]
  const cases = ['simple-git-hooks', 'husky', 'git'].flatMap((guard) => commands.map((command) => [guard, command]))

  test.each(cases as [string, string][])('waits with %s and a hook of the team that is %j', async (guard, command) => {
    const packageJson = JSON.stringify({ 'simple-git-hooks': { 'pre-commit': command } })
    const { folder, run, tried } = await made(guard, {
      ...(guard === 'simple-git-hooks' && { 'package.json': packageJson }),
      ...(guard === 'husky' && { '.husky/pre-commit': `${command}\n` }),
      ...(guard === 'git' && { '.git/hooks/pre-commit': `#!/bin/sh\n${command}\n` }),
    })
    expect(await tried()).toEqual([])
    const commit = () => run('git add -A; git -c user.name=a -c user.email=a@b commit -qm x')
    folder.write(waiting)
    expect(commit()).toMatchObject({
      status: expect.not.stringMatching('^0$'),
      stderr: expect.stringContaining('Commit blocked'),
    })
    folder.remove('.ai/task')
    expect(commit()).toMatchObject({ status: 0 })
  })

  test.each(Object.keys(managers).filter((name) => name !== 'pre-commit' || canRun(name)))(
    'waits with %s, and nothing of the team is run',
    async (guard) => {
      const { folder, tried } = await made(guard)
      expect(await tried()).toEqual([])
      expect(existsSync(join(folder.path, 'ran'))).toBe(false)
    },
  )
})

describeOnPosix('a commit that passes is found by trying', () => {
  const passed = /^A commit that has to wait was tried, and passed/
  const put = (path: string, text: string) => (folder: Folder) => folder.write({ [path]: text })
  const secondLine = (path: string, line: string) => (folder: Folder) =>
    folder.write({ [path]: folder.read(path).replace('\n', `\n${line}\n`) })
  const replaced = (path: string, from: RegExp | string, to: string) => (folder: Folder) =>
    folder.write({ [path]: folder.read(path).replace(from, to) })
  const hook = '.git/hooks/pre-commit'

  // biome-ignore format: a case is a line
  test.each<[what: string, guard: string, change: (folder: Folder) => void, why: RegExp]>([
    ['a hook that may not be executed', 'git', ({ path }) => chmodSync(join(path, hook), 0o644), /^git does not run it/],
    ['a hook of Husky that may not be executed', 'husky', ({ path }) => chmodSync(join(path, '.husky/_/pre-commit'), 0o644), /^git does not run it/],
    ['an exit in the second line', 'git', secondLine(hook, 'exit 0'), passed],
    ['an exit in the hook of Lefthook', 'lefthook', secondLine(hook, 'exit 0'), passed],
    ['an exit before the guard', 'husky', replaced('.husky/pre-commit', /^/, 'npm test\nexit 0\n'), passed],
    ['another command in the place of the shell', 'husky', replaced('.husky/pre-commit', /^/, 'exec npx lint-staged\n'), passed],
    ['a command that waits for nothing', 'husky', replaced('.husky/pre-commit', '|| exit', '|| true'), passed],
    ['an exit in the script of the guard', 'husky', secondLine('.ai/guard.sh', 'exit 0'), passed],
    ['a hook of the main branch', 'lefthook', replaced('lefthook.yml', 'pre-commit:\n', 'pre-commit:\n  only:\n    - ref: main\n    - ref: master\n'), /^A commit that has to wait was tried on another branch/],
    ['a hook of another branch', 'lefthook', replaced('lefthook.yml', 'pre-commit:\n', 'pre-commit:\n  only:\n    - ref: release\n'), passed],
    ['a hook that a developer skips', 'lefthook', put('lefthook-local.yml', 'pre-commit:\n  skip: true\n'), passed],
  ])('%s', async (_, guard, change, why) => {
    const { folder, tried } = await made(guard)
    change(folder)
    expect(await tried()).toEqual([expect.stringMatching(why)])
    expect(existsSync(join(folder.path, 'ran'))).toBe(false)
  })

  test.each<[what: string, guard: string, line: string]>([
    ['a condition that does not hold for each commit', 'husky', 'git diff --cached --quiet && exit 0'],
    ['a command that ends a hook if it fails', 'husky', 'npm test || exit 1'],
    ['a call of the program by hand', 'husky', 'npx --no -- spell guard pre-commit'],
  ])('%s is none', async (_, guard, line) => {
    const { folder, tried } = await made(guard)
    folder.write({ '.husky/pre-commit': `${line}\n${folder.read('.husky/pre-commit')}` })
    expect(await tried()).toEqual([])
  })
})

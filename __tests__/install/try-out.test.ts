import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Folder, makePrograms, makeRepository, plainEnv, untouched, wholeTree } from '../support/folder'
import { git } from '../support/git'
import { programs } from '../support/packed'
import { spellHere } from '../support/packed-program'
import { describeOnPosix } from '../support/posix'

/** As it answers: options that it does not know are errors, anything else is a file that is not there. */
const debians = `#!/bin/sh
case $1$2$3 in
  --version) echo 'GNU Spell 1.1' ;;
  *--*) echo "spell: unrecognized option" >&2; exit 1 ;;
  *) echo "spell: $1: No such file" >&2; exit 1 ;;
esac
`

/** Two branches go on with the work, and one is merged into the other. */
function mixed(folder: Folder): void {
  const goOn = (what: string) => {
    folder.write({ '.ai/task/context.md': `# ${what}\n` })
    spellHere(folder.path, ['accio'])
    git(folder, 'add', '--all')
    git(folder, 'commit', '--quiet', '--no-verify', '--message', what)
  }
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--no-verify', '--message', 'begun')
  git(folder, 'branch', 'other')
  goOn('one')
  git(folder, 'switch', '--quiet', 'other')
  goOn('two')
  expect(() => git(folder, 'merge', '--quiet', '-')).toThrow()
}

describeOnPosix('what init has written is started once', () => {
  const all = 'claude,codex,cursor,copilot,gemini,opencode'
  const run = (cwd: string, path: string, ...args: string[]) =>
    spellHere(cwd, args, { env: { PATH: [path, plainEnv.PATH].join(delimiter), XDG_STATE_HOME: join(cwd, 'user') } })

  test('and what does not find the program is named with its files, and the command that helps', () => {
    const folder = makeRepository()
    const { stdout, exitCode } = run(folder.path, '', 'init', '--yes', '--agents', all)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^spell is set up:\n/)
    expect(stdout).toMatch(
      /\n`\.git\/hooks\/pre-commit`, `\.claude\/settings\.json`, .*`\.opencode\/plugins\/spell\.js`, .*: `spell` is not in the PATH\. `npm install --global \//,
    )
    // Installing the packages of a clone must not fail.
    expect(run(folder.path, '', 'init', '--hooks')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('not in the PATH'),
    })
  })

  test("and the spell of Debian that answers in our program's stead is known", () => {
    const bin = makePrograms({ spell: debians })
    const { stdout, exitCode } = run(makeRepository().path, bin.path, 'init', '--yes', '--agents', all)
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(
      /`\.git\/hooks\/pre-commit`, `\.claude\/settings\.json`, .* starts the spell of Debian, which checks spelling\. Put npm/,
    )
  })

  test('again by doctor, which changes nothing by that, also while work is under way', async () => {
    const folder = makeRepository()
    expect(run(folder.path, programs, 'init', '--yes', '--agents', all).exitCode).toBe(0)
    run(folder.path, programs, 'accio')
    const git = wholeTree(join(folder.path, '.git'))
    const doctor = (path: string) => untouched(folder, async () => run(folder.path, path, 'doctor'))
    expect(await doctor(programs)).toMatchObject({ exitCode: 0 })
    expect(await doctor('')).toMatchObject({
      exitCode: 10,
      stdout: expect.stringMatching(
        /^- `hook-broken`: .*pre-commit, \.claude\/settings\.json, .*: `spell` is not in the PATH\./,
      ),
    })
    expect(wholeTree(join(folder.path, '.git'))).toEqual(git)
  })

  test.each([
    ['a state that is no JSON', (folder: Folder) => folder.write({ '.ai/task/state.json': '{' })],
    ['a merge that has mixed two sides', mixed],
  ])('but not where the guard would find damage itself: %s', (_, damage) => {
    const folder = makeRepository()
    run(folder.path, programs, 'init', '--yes', '--agents', 'none')
    run(folder.path, programs, 'accio')
    damage(folder)
    const { stdout, exitCode } = run(folder.path, programs, 'doctor')
    expect(exitCode).toBe(10)
    expect(stdout).not.toContain('hook-broken')
    expect(run(folder.path, programs, 'doctor', '--fix', '--side', 'mine').exitCode).toBe(0)
  })

  test('and a hook manager that git does not call yet is named, with the command that helps', () => {
    const folder = makeRepository({ 'lefthook.yml': '' })
    const { stderr, exitCode } = run(folder.path, programs, 'init', '--yes', '--agents', 'none')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('lefthook install') })
    const found = run(folder.path, programs, 'doctor').stdout
    expect(found).toContain('.git/hooks/pre-commit: git finds no hook there yet.')
  })

  test('and a hook that git does not run is named by each command that looks at it, with what helps', () => {
    const folder = makeRepository()
    expect(run(folder.path, programs, 'init', '--yes', '--agents', 'none').exitCode).toBe(0)
    chmodSync(join(folder.path, '.git/hooks/pre-commit'), 0o644)
    const ends = { doctor: 10, init: 1, 'init --hooks': 0, update: 1 }
    for (const [command, exitCode] of Object.entries(ends)) {
      const options = command === 'init' ? ['--yes'] : []
      expect({ command, ...run(folder.path, programs, ...command.split(' '), ...options) }).toMatchObject({
        command,
        exitCode,
        stdout: expect.stringMatching(/git does not run it, .* `chmod \+x \.git\/hooks\/pre-commit`/),
      })
    }
    chmodSync(join(folder.path, '.git/hooks/pre-commit'), 0o755)
    for (const command of ['doctor', 'update']) expect(run(folder.path, programs, command).exitCode).toBe(0)
  })
})

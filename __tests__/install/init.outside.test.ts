import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, makeFolder, makeRepository, wholeTree } from '../support/folder'
import { git } from '../support/git'
import { spellHere } from '../support/packed-program'
import { testOnPosix } from '../support/posix'

/** A user for whom git looks for the hooks of all repositories in one folder. */
function makeUser() {
  const home = makeFolder()
  const hook = join(home.path, 'hooks', 'pre-commit')
  home.write({ '.gitconfig': `[core]\n\thooksPath = ${JSON.stringify(join(home.path, 'hooks'))}\n` })
  const env = { HOME: home.path, USERPROFILE: home.path }
  return { home, hook, run: (folder: Folder, ...args: string[]) => spellHere(folder.path, args, { env }) }
}

describe('where git looks for hooks outside of the repository', () => {
  const cases = [['--yes'], ['--dry-run'], ['--yes', '--guard', 'git'], ['--yes', '--guard', 'hooks-path']]
  test.each(cases)('init %s %s %s writes nothing there', (...args) => {
    const { home, run } = makeUser()
    const folder = makeRepository()
    const before = [wholeTree(home.path), wholeTree(folder.path)]
    expect(run(folder, 'init', ...args)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /for every repository that uses that folder: .*\n {2}fix: spell init --guard none/s,
      ),
    })
    expect([wholeTree(home.path), wholeTree(folder.path)]).toEqual(before)
  })

  test.each([[['init', '--hooks']], [['update']]])(
    'in the clone of a team %j goes on without it, and doctor says so',
    (args) => {
      const { hook, run } = makeUser()
      const team = makeRepository()
      spellHere(team.path, ['init', '--yes', '--guard', 'git', '--agents', 'none'])
      const clone = makeRepository({ '.ai/installed.json': team.read('.ai/installed.json') })
      const { stdout, exitCode } = run(clone, ...args)
      expect(exitCode).toBe(0)
      expect(stdout).toContain('`spell init --guard none`')
      expect(existsSync(hook)).toBe(false)
      expect(run(clone, 'doctor').stdout).toMatch(/`hook-missing`: .*`spell init --guard none`/)
      expect(clone.read('.ai/installed.json')).toBe(team.read('.ai/installed.json'))
    },
  )
})

testOnPosix('a folder of hooks that is a link out of the repository is outside', () => {
  const home = makeFolder({ 'hooks/theirs': '' })
  const folder = makeRepository()
  symlinkSync(join(home.path, 'hooks'), join(folder.path, '.git', 'hooks'))
  expect(spellHere(folder.path, ['init', '--yes']).exitCode).toBe(2)
  expect(Object.keys(wholeTree(home.path))).toEqual(['hooks', 'hooks/theirs'])
})

test('the guard that another worktree counts on stays until the last one is taken out', () => {
  const folder = makeRepository()
  spellHere(folder.path, ['init', '--yes', '--guard', 'git', '--agents', 'codex'])
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--no-verify', '--message', 'Begin')
  const other = makeFolder()
  git(folder, 'worktree', 'add', '--quiet', join(other.path, 'tree'))
  const worktree = join(other.path, 'tree')

  const first = spellHere(folder.path, ['uninstall'])
  expect(first.exitCode).toBe(0)
  expect(first.stdout).toContain(`\`.git/hooks/pre-commit\`: The worktree ${worktree} uses it, so it stays.`)
  expect(existsSync(join(folder.path, 'AGENTS.md'))).toBe(false)
  expect(spellHere(worktree, ['doctor']).exitCode).toBe(0)
  expect(spellHere(worktree, ['uninstall']).exitCode).toBe(0)
  expect(existsSync(join(folder.path, '.git/hooks/pre-commit'))).toBe(false)
  expect(spellHere(folder.path, ['uninstall']).exitCode).toBe(0)
  expect(existsSync(join(folder.path, '.ai'))).toBe(false)
})

import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeAllowed } from '../../src/disk/allowed'
import { keptPath } from '../../src/disk/user-data'
import { treeOfCommit } from '../../src/git/commit-trees'
import { openGit } from '../../src/git/git'
import { saidBy } from '../../src/git/start'
import { treesOf } from '../../src/git/tree'
import { type Folder, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { commitAll, git } from '../support/git'
import { arm, attributes, makeTraps, spellings, type Traps, tellGit } from '../support/hostile-settings'
import { describeOnPosix, failing } from '../support/posix'
import { some } from '../support/proving'

/** A repository whose one file git has to look at again. */
function repository(attributes = '* filter=trap\n'): Folder {
  const folder = makeRepository({ 'a.txt': 'a\n', '.gitattributes': attributes })
  commitAll(folder)
  folder.write({ 'a.txt': 'b\n' })
  return folder
}
const env = () => ({ ...plainEnv, XDG_STATE_HOME: makeFolder().path })
const clean = (place: string) => `touch ${JSON.stringify(place)}; tr b c`

describeOnPosix('a program that the settings of a repository name', () => {
  const hasRun = async (folder: Folder, settings: NodeJS.ProcessEnv): Promise<boolean> => {
    await treesOf(openGit(folder.path, settings))
    return existsSync(join(folder.path, '.git', 'ran'))
  }
  const named = (folder: Folder) => clean(join(folder.path, '.git', 'ran'))

  test('is not run, and what is there counts as it is', async () => {
    const [folder, plain] = [repository(), repository()]
    git(folder, 'config', 'filter.trap.clean', named(folder))
    git(folder, 'config', 'filter.trap.required', 'true')
    expect(await hasRun(folder, env())).toBe(false)
    expect(await treesOf(openGit(folder.path, env()))).toMatchObject({
      treeAll: ((await treesOf(openGit(plain.path, env()))) as { treeAll: string }).treeAll,
    })
  })

  test('is run once the developer has allowed a command in this clone: so filters of its team work', async () => {
    const folder = repository()
    git(folder, 'config', 'filter.trap.clean', named(folder))
    const settings = env()
    const path = keptPath('allowed', join(folder.path, '.git'), folder.path, settings)
    const allowed = { digest: 'a', said: 'npm test', time: '2026-08-20T15:30:00Z', command: '{}' }
    await changeAllowed(path, folder.path, new Date(0), () => [allowed])
    expect(await hasRun(folder, settings)).toBe(true)
    expect(await hasRun(repository(), settings)).toBe(false)
  })

  test('is run if the settings of the user name it', async () => {
    const folder = repository()
    const { path } = makeFolder()
    writeFileSync(join(path, 'gitconfig'), `[filter "trap"]\n\tclean = ${JSON.stringify(named(folder))}\n`)
    expect(await hasRun(folder, { ...env(), GIT_CONFIG_GLOBAL: join(path, 'gitconfig') })).toBe(true)
  })

  test('is named if nothing can switch it off', async () => {
    const folder = repository('* filter=a=b\n')
    git(folder, 'config', 'filter.a=b.clean', named(folder))
    expect(await failing(() => treesOf(openGit(folder.path, env())))).toMatchObject({
      code: 'git-program',
      message: expect.stringContaining('"filter.a=b.clean"'),
    })
    expect(existsSync(join(folder.path, '.git', 'ran'))).toBe(false)
  })
})

describeOnPosix('whatever git is started for', () => {
  /** A repository in which git knows every program, in one way. */
  function hostile(spelling: string): { readonly folder: Folder; readonly traps: Traps } {
    const folder = makeRepository({ 'a.txt': 'a\n', 'b.mjs': 'b\n', 'c.cjs': 'c\n' })
    git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    commitAll(folder)
    git(folder, 'checkout', '--quiet', '-b', 'other')
    folder.write({ 'a.txt': 'other\n' })
    commitAll(folder)
    git(folder, 'checkout', '--quiet', 'main')
    folder.write({ 'a.txt': 'main\n', '.gitattributes': attributes })
    commitAll(folder)
    // Of the same length: otherwise git need not read them.
    folder.write({ 'a.txt': 'MAIN\n', 'b.mjs': 'B\n', 'c.cjs': 'C\n' })
    const traps = makeTraps()
    arm(folder, traps)
    tellGit(folder, traps, spelling)
    return { folder, traps }
  }

  /** More than spell asks of git: each reaches some of the programs. */
  // biome-ignore format: in one paragraph
  const asked = [
    'status', 'diff --ext-diff', 'diff --no-ext-diff --textconv', 'diff --name-only HEAD',
    'log --patch --ext-diff --show-signature', 'update-index --refresh', 'hash-object a.txt b.mjs',
    'merge-tree --write-tree HEAD other', 'archive --format=trap HEAD',
    'fetch origin', 'fetch far', 'fetch vcs', 'ls-remote origin', 'push origin HEAD:x',
    'cat-file -t 1234567812345678123456781234567812345678', 'submodule update --init', 'credential fill', 'add --all',
    'commit --message x', 'commit --allow-empty', 'tag --sign x', 'checkout --force HEAD -- .', 'merge other',
  ].map((line) => line.split(' '))

  test.each(some(Object.keys(spellings)))('nothing is run that the settings name: %s', async (spelling) => {
    const { folder, traps } = hostile(spelling)
    const input = 'protocol=https\nhost=shop.example\n\n'
    for (const args of asked.filter(([word = '']) => /^(status|log|archive|fetch|merge-tree)/.test(word)))
      spawnSync('git', args, { cwd: folder.path, env: plainEnv, input })
    const byItself = 'core.fsmonitor core.sshCommand diff.command filter.clean merge.driver remote.url tar.command'
    expect(traps.ran()).toEqual(expect.arrayContaining(byItself.split(' ')))
    traps.forget()
    const git = openGit(folder.path, env())
    for (const args of asked) {
      const child = await git.start(args)
      child.stdin.on('error', () => {}).end(input)
      await saidBy(child).catch(() => '')
      expect([args, ...traps.ran()]).toEqual([args])
    }
    await treesOf(git).catch(() => undefined)
    await treeOfCommit(git, 'HEAD')
    git.end()
    expect(traps.ran()).toEqual([])
  })

  test('a folder that has become hostile is asked about by the next command', async () => {
    const folder = repository()
    const settings = env()
    await treesOf(openGit(folder.path, settings))
    git(folder, 'config', 'filter.trap.clean', clean(join(folder.path, '.git', 'ran')))
    await treesOf(openGit(folder.path, settings))
    expect(existsSync(join(folder.path, '.git', 'ran'))).toBe(false)
  })

  test('a bare repository in an ordinary folder is none: a clone would bring it', async () => {
    const folder = makeRepository()
    const inner = { path: join(folder.path, 'inner') }
    git(folder, 'init', '--quiet', '--bare', 'inner')
    git(inner, 'config', 'core.fsmonitor', clean(join(folder.path, 'ran')))
    git(inner, 'config', 'core.bare', 'false')
    git(inner, 'config', 'core.worktree', folder.path)
    const said = openGit(inner.path, env())
      .start(['status'])
      .then((child) => saidBy(child))
    await expect(said).rejects.toThrow(/bare repository/)
    expect(existsSync(join(folder.path, 'ran'))).toBe(false)
  })

  test('a filter of the user gets no program from the repository, as git-lfs is', async () => {
    const folder = repository()
    const ran = join(folder.path, '.git', 'ran')
    git(folder, 'config', 'lfs.extension.trap.clean', `touch ${JSON.stringify(ran)}`)
    const lfs = JSON.stringify('eval "$(git config lfs.extension.trap.clean)"; cat')
    const { path } = makeFolder({ lfs: `[filter "trap"]\n\tclean = ${lfs}\n` })
    const settings = { ...env(), GIT_CONFIG_GLOBAL: join(path, 'lfs') }
    spawnSync('git', ['status'], { cwd: folder.path, env: settings })
    expect(existsSync(ran)).toBe(true)
    rmSync(ran)
    await treesOf(openGit(folder.path, settings))
    expect(existsSync(ran)).toBe(false)
  })
})

import { execFileSync } from 'node:child_process'
import { mergeBaseWith } from '../../src/git/base'
import { branchOf } from '../../src/git/branch'
import { withGit } from '../../src/git/git'
import { bringsOnlyOthers } from '../../src/git/merge-commit'
import { type Folder, madeOnce, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { commitAll, git } from '../support/git'
import { failing, testOnPosix } from '../support/posix'
import { cloneOf } from '../support/team-repository'

/** Two branches that went apart in a commit. */
const twoBranches = madeOnce(async () => {
  const folder = makeRepository({ 'shop/in/file.txt': 'first\n' })
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  commitAll(folder)
  const common = git(folder, 'rev-parse', 'HEAD').trim()
  git(folder, 'checkout', '-qb', 'other')
  folder.write({ 'shop/in/file.txt': 'second\n' })
  commitAll(folder)
  git(folder, 'checkout', '-q', 'main')
  folder.write({ 'shop/in/more.txt': 'more\n' })
  commitAll(folder)
  return { ...folder, common }
})

test('needs git, and says so if there is none', async () => {
  const path = process.env.PATH
  process.env.PATH = makeFolder().path
  try {
    const missing = {
      exitCode: 1,
      code: 'no-git',
      message: 'git is not installed, or not in the PATH.',
      fix: 'git --version',
    }
    expect(
      await failing(() => withGit(makeFolder().path, process.env, (git) => mergeBaseWith(git, 'main'))),
    ).toMatchObject(missing)
    expect(await failing(() => branchOf(makeFolder().path, process.env))).toMatchObject(missing)
  } finally {
    process.env.PATH = path
  }
})

test('is the commit from which two branches went apart, with its files', async () => {
  const { common, ...folder } = await twoBranches()
  const base = await withGit(`${folder.path}/shop`, process.env, (git) => mergeBaseWith(git, 'other'))
  expect(base.commit).toBe(common)
  const file = (await base.filesNamed('in', 'file.txt')).get('in/file.txt')
  const pieces: Buffer[] = []
  await file?.read((bytes) => pieces.push(bytes))
  expect(Buffer.concat(pieces).toString()).toBe('first\n')
  expect(file).toMatchObject({ id: git(folder, 'rev-parse', `${common}:shop/in/file.txt`).trim(), size: 6 })
  expect(await base.filesNamed('in', 'more.txt')).toEqual(new Map())
})

const names = ['other', 'origin/other']
test.each(names)('no tag stands for the branch %s; a tag of another name is found', async (name) => {
  const { common, ...folder } = await twoBranches()
  const clone = cloneOf(folder)
  git(clone, 'tag', name, 'HEAD')
  git(clone, 'tag', 'v1', common)
  expect((await withGit(clone.path, process.env, (git) => mergeBaseWith(git, name))).commit).toBe(common)
  expect((await withGit(clone.path, process.env, (git) => mergeBaseWith(git, 'v1'))).commit).toBe(common)
})

test.each(['nowhere', '--all', '', 'main:file', 'a b', '^'])('%j is no commit', async (name) => {
  const folder = await twoBranches()
  expect(await failing(() => withGit(folder.path, process.env, (git) => mergeBaseWith(git, name)))).toMatchObject({
    exitCode: 2,
    code: 'base-unknown',
    fix: 'git branch --all',
  })
})

/** How a remote is cloned, the base that is asked for there, and what its clone lacks. */
// biome-ignore format: a case is a line
const lacking: readonly [options: readonly string[], name: (other: string) => string, code: string][] = [
  [['--depth=1', '--no-single-branch'], () => 'origin/other', 'base-shallow'],
  [['--depth=1'], () => 'origin/other', 'base-shallow'],
  [['--depth=1'], () => 'other', 'base-shallow'],
  [['--depth=1'], (other) => other, 'base-shallow'],
  [['--single-branch'], () => 'origin/other', 'base-unknown'],
  [['--single-branch', '--no-local'], (other) => other, 'base-unknown'],
  [['--single-branch', '--origin', 'theirs'], () => 'theirs/other', 'base-unknown'],
]

testOnPosix.each(lacking)(
  'a clone with %j gets what it lacks by the command that is named',
  async (options, named, code) => {
    const { common, ...folder } = await twoBranches()
    const clone = cloneOf(folder, ...options)
    const name = named(git(folder, 'rev-parse', 'other').trim())
    const ask = () => withGit(clone.path, process.env, (git) => mergeBaseWith(git, name))
    const { fix, ...failed } = await failing(ask)
    expect(failed).toMatchObject({ exitCode: 2, code })
    shell(clone, fix.replace(/^git /, ''))
    expect((await ask()).commit).toBe(common)
  },
)

test('a partial clone fetches nothing, and says how to complete it', async () => {
  const folder = await twoBranches()
  folder.write({ 'shop/in/file.txt': 'third\n' })
  commitAll(folder)
  git(folder, 'config', 'uploadpack.allowFilter', 'true')
  const near = makeFolder()
  git(folder, 'clone', '--quiet', '--filter=blob:none', `file://${folder.path}`, near.path)
  const files = async () =>
    (await withGit(near.path, process.env, (git) => mergeBaseWith(git, 'other'))).filesNamed('shop/in', 'file.txt')
  const { fix, ...failed } = await failing(files)
  expect(failed).toMatchObject({ code: 'git-failed', message: expect.stringContaining('could not be asked') })
  expect(fix).toBe('git fetch --refetch --no-filter origin')
  git(near, ...fix.split(' ').slice(1))
  expect((await files()).size).toBe(1)
})

test('branches with nothing in common are told apart from unknown ones', async () => {
  const folder = await twoBranches()
  git(folder, 'checkout', '-q', '--orphan', 'alone')
  commitAll(folder)
  expect(await failing(() => withGit(folder.path, process.env, (git) => mergeBaseWith(git, 'other')))).toMatchObject({
    exitCode: 2,
    code: 'base-unrelated',
  })
})

test('without a repository git says so', async () => {
  const said = await failing(() => withGit(makeFolder().path, process.env, (git) => mergeBaseWith(git, 'main')))
  expect(said).toMatchObject({
    exitCode: 1,
    code: 'git-failed',
    message: expect.stringContaining('not a git repository'),
  })
})

jest.setTimeout(60_000)

const shell = ({ path }: Folder, line: string) =>
  execFileSync('sh', ['-c', `git -c user.name=kim -c user.email=kim@shop.example ${line}`], {
    cwd: path,
    env: plainEnv,
    stdio: 'pipe',
  })

/** A branch into which another one is being merged: `both` is in conflict and resolved, `theirs` comes along. */
const conflict = async () => {
  const folder = makeRepository({ both: 'base\n', theirs: 'base\n', ours: 'base\n' })
  shell(folder, 'add --all && git -c user.name=kim -c user.email=k@x commit --quiet -m base && git checkout -qb other')
  folder.write({ both: 'other\n', theirs: 'other\n' })
  shell(folder, 'commit --quiet -am other && git checkout --quiet -')
  folder.write({ both: 'mine\n' })
  shell(folder, 'commit --quiet -am mine')
  expect(() => shell(folder, 'merge --quiet other')).toThrow()
  folder.write({ both: 'mine and other\n' })
  shell(folder, 'add both')
  return folder
}
const merging = madeOnce(conflict)

test('a merge commit brings in what others have committed, and how a conflict was resolved', async () => {
  expect(await bringsOnlyOthers((await merging()).path, process.env)).toBe(true)
})

test('with what `.ai/` has of it', async () => {
  const folder = await merging()
  folder.write({ '.ai/task/merged-2026-08-20-1530/history.jsonl': '{}\n' })
  shell(folder, 'add --all')
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(true)
})

test.each<[what: string, change: (folder: Folder) => void]>([
  ['a file that no side has', (folder) => folder.write({ mine: 'new\n' })],
  ['a change to a file that is not known touched', (folder) => folder.write({ ours: 'changed\n' })],
  ['a change to what comes along', (folder) => folder.write({ theirs: 'changed\n' })],
  ['a file that is taken away', (folder) => folder.remove('ours')],
])('with %s it brings in more', async (_, change) => {
  const folder = await merging()
  change(folder)
  shell(folder, 'add --all')
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(false)
})

test('without a merge nothing is brought in', async () => {
  // Not a copy: git gives up a merge only where the files are those of the index.
  const folder = await conflict()
  shell(folder, 'merge --abort')
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(false)
  expect(await bringsOnlyOthers('/', process.env)).toBe(false)
})

test('what `git commit --all` itself stages counts', async () => {
  const folder = await merging()
  folder.write({ ours: 'changed\n' })
  shell(folder, 'read-tree HEAD --index-output=.git/other && GIT_INDEX_FILE=.git/other git add --all')
  const env = { ...process.env, GIT_INDEX_FILE: `${folder.path}/.git/other` }
  expect(await bringsOnlyOthers(folder.path, env)).toBe(false)
  expect(await bringsOnlyOthers(folder.path, process.env)).toBe(true)
})

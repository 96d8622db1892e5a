import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { treeOfCommit } from '../../../src/git/commit-trees'
import { openGit, withGit } from '../../../src/git/git'
import { type Trees, treesOf } from '../../../src/git/tree'
import { copyTree, type Folder, makeFolder, makeRepository, plainEnv, untouched, wholeTree } from '../../support/folder'
import { failing, isPosix, testOnPosix } from '../../support/posix'

type Place = Pick<Folder, 'path'>
type Change = [what: string, change: (folder: Folder) => void]

const git = ({ path }: Place, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', ...args], {
    cwd: path,
    encoding: 'utf8',
    env: plainEnv,
    stdio: 'pipe',
  }).trimEnd()

function commitAll(folder: Place, message = 'work'): void {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message)
}

function shop(): Folder {
  const folder = makeRepository({
    'src/order.ts': 'export const order = 1\n',
    'src/price.ts': 'export const price = 2\n',
    'read me.md': 'Orders\n',
    '.gitignore': 'dist/\n*.log\n',
    '.ai/task/plan.md': '# Plan\n',
    '.ai/task/state.json': '{}\n',
    'packages/api/.ai/task/plan.md': '# Plan\n',
    'packages/api/.ai/task/state.json': '{}\n',
    'packages/api/index.ts': 'export {}\n',
  })
  commitAll(folder)
  return folder
}

function addSubmodule(folder: Place, { path }: Place, name: string): void {
  git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', path, name)
  commitAll(folder)
}

function linkedOf(folder: Place): Place {
  const linked = { path: join(makeFolder().path, 'linked') }
  git(folder, 'worktree', 'add', '-q', '-b', 'linked', linked.path)
  writeFileSync(join(linked.path, 'new.ts'), 'new\n')
  return linked
}

async function treesIn({ path }: Place, env: NodeJS.ProcessEnv = plainEnv): Promise<Trees> {
  const trees = await treesOf(openGit(path, env))
  if (!trees || 'hidden' in trees) throw new Error(`no trees, but ${JSON.stringify(trees)}`)
  return trees
}

/** What git itself makes of a copy of the whole worktree from which the records of spell are gone. */
function treesOfCopy({ path }: Place): Pick<Trees, 'tree' | 'treeAll'> {
  const copy = makeFolder()
  copyTree(path, copy.path)
  const records = (readdirSync(copy.path, { recursive: true, withFileTypes: true }) as import('node:fs').Dirent[])
    .filter((entry) => entry.name === '.ai' && entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((folder) => folder === join(copy.path, '.ai') || existsSync(join(folder, 'task/state.json')))
  for (const folder of records) rmSync(folder, { recursive: true, force: true })
  git(copy, 'add', '--update')
  const tree = git(copy, 'write-tree')
  git(copy, 'add', '--all')
  return { tree, treeAll: git(copy, 'write-tree') }
}

async function agreeing(folder: Place): Promise<Trees> {
  const trees = await treesIn(folder)
  expect(trees).toMatchObject(treesOfCopy(folder))
  return trees
}

describe('the ids are what git itself makes of the files', () => {
  test('with files that are changed, staged, new and gone', async () => {
    const folder = shop()
    const clean = await agreeing(folder)
    const ref = `ref: ${git(folder, 'symbolic-ref', 'HEAD')}`
    expect(clean).toEqual({ head: git(folder, 'rev-parse', 'HEAD'), ref, tree: clean.tree, treeAll: clean.tree })
    folder.write({ 'src/order.ts': 'changed\n', 'new.ts': 'new\n', 'staged.ts': 'staged\n' })
    git(folder, 'add', 'staged.ts')
    folder.write({ 'staged.ts': 'and changed\n' })
    folder.remove('src/price.ts')
    const { tree, treeAll } = await agreeing(folder)
    expect(new Set([clean.tree, tree, treeAll]).size).toBe(3)
  })

  test('in the middle of a merge', async () => {
    const folder = shop()
    git(folder, 'checkout', '-qb', 'other')
    folder.write({ 'src/order.ts': 'theirs\n', 'src/new.ts': 'theirs\n', '.ai/task/plan.md': 'theirs\n' })
    git(folder, 'rm', '-q', 'src/price.ts')
    commitAll(folder)
    git(folder, 'checkout', '-q', '-')
    folder.write({ 'src/order.ts': 'ours\n', 'src/price.ts': 'ours\n', '.ai/task/plan.md': 'ours\n' })
    commitAll(folder)
    expect(() => git(folder, 'merge', 'other')).toThrow()
    const { tree } = await agreeing(folder)
    folder.write({ 'src/order.ts': 'both\n' })
    expect((await agreeing(folder)).tree).not.toBe(tree)
  })

  test('with names in the language of every user, as options, with line endings, and like that of the records', async () => {
    const folder = shop()
    // biome-ignore format: in one paragraph
    const names = [
      '注文.ts', 'заказ/цена.ts', 'commandé.ts', '🛒/a b.ts', '-n', '--all', ':(top)x', ':x', '"quoted"', "it's", '[a]', 'a*b',
      '!x', '#y', 'é', ' a', 'b ', 'c\nd', 'e\tf', '.ai.md', 'x.ai/plan.md', '.aim/plan.md', 'ai/plan.md',
    ]
    for (const name of names) if (isPosix || /^[^<>:"|?*\n\t]*$/.test(name)) folder.write({ [name]: 'x\n' })
    await agreeing(folder)
    commitAll(folder)
    await agreeing(folder)
  })

  testOnPosix('with links to files, to folders and to nowhere, and with a file in place of a link', async () => {
    const folder = shop()
    symlinkSync('order.ts', join(folder.path, 'src/link'))
    symlinkSync('../src', join(folder.path, 'packages/src'))
    symlinkSync('/nowhere', join(folder.path, 'nowhere'))
    await agreeing(folder)
    commitAll(folder)
    folder.remove('src/link')
    folder.write({ 'src/link': 'order.ts' })
    folder.remove('nowhere')
    symlinkSync('/elsewhere', join(folder.path, 'nowhere'))
    await agreeing(folder)
  })

  test('with files in place of folders, and folders in place of files', async () => {
    const folder = shop()
    folder.remove('src', 'read me.md', 'packages')
    folder.write({ src: 'a file\n', 'read me.md/more.md': 'more\n' })
    await agreeing(folder)
    git(folder, 'add', '--all')
    await agreeing(folder)
  })

  testOnPosix('with a link in place of a folder, to one with the same files', async () => {
    const folder = shop()
    folder.rename('src', 'moved')
    symlinkSync('moved', join(folder.path, 'src'))
    folder.write({ 'moved/order.ts': 'changed\n' })
    await agreeing(folder)
  })

  test.each(['true', 'input', 'false'])('with core.autocrlf=%s', async (value) => {
    const folder = shop()
    git(folder, 'config', 'core.autocrlf', value)
    git(folder, 'config', 'core.safecrlf', 'true')
    folder.write({ 'new.txt': 'one\r\ntwo\r\n', 'mixed.txt': 'one\r\ntwo\n', 'src/order.ts': 'order\r\n' })
    const { tree, treeAll } = await treesIn(folder)
    git(folder, 'config', '--unset', 'core.safecrlf')
    expect({ tree, treeAll }).toEqual(treesOfCopy(folder))
  })

  test('where line endings were committed as git would not do it now', async () => {
    const folder = shop()
    folder.write({ 'old.txt': 'one\r\ntwo\r\n' })
    commitAll(folder)
    git(folder, 'config', 'core.autocrlf', 'true')
    folder.write({ 'old.txt': 'one\r\ntwo\r\nthree\r\n' })
    await agreeing(folder)
  })

  testOnPosix('with names that are no text', async () => {
    const folder = shop()
    const name = Buffer.concat([Buffer.from(`${folder.path}/caf`), Buffer.from([0xe9])])
    try {
      writeFileSync(name, 'latin\n')
    } catch {
      // This disk takes only names in UTF-8.
      return
    }
    const { treeAll } = await treesIn(folder)
    git(folder, 'add', '--all')
    expect(await treesIn(folder)).toMatchObject({ tree: treeAll, treeAll })
    git(folder, 'rm', '-r', '--quiet', '--cached', '.ai', 'packages/api/.ai')
    expect(git(folder, 'write-tree')).toBe(treeAll)
    unlinkSync(name)
  })

  test('with another repository in it, tracked or not, and one that is gone', async () => {
    const folder = shop()
    const [other, gone] = [shop(), shop()]
    copyTree(other.path, join(folder.path, 'other'))
    await agreeing(folder)
    addSubmodule(folder, gone, 'gone')
    await agreeing(folder)
    folder.remove('gone')
    await agreeing(folder)
  })

  test('with attributes that say what a file is', async () => {
    const folder = shop()
    folder.write({ '.gitattributes': '*.txt text eol=crlf\n*.bin -text\n', 'a.txt': 'a\r\n', 'b.bin': 'b\r\n' })
    await agreeing(folder)
  })

  test('in a linked worktree', async () => {
    const folder = shop()
    const linked = linkedOf(folder)
    const { head, treeAll } = await treesIn(linked)
    expect(head).toBe(git(linked, 'rev-parse', 'HEAD'))
    expect(treeAll).not.toBe((await treesIn(folder)).treeAll)
    rmSync(join(linked.path, 'new.ts'))
    expect((await treesIn(linked)).treeAll).toBe((await treesIn(folder)).treeAll)
  })

  test('in a submodule, and around it by its commit', async () => {
    const [outer, inner] = [shop(), shop()]
    addSubmodule(outer, inner, 'inner')
    const sub = { path: join(outer.path, 'inner') }
    expect((await treesIn(sub)).treeAll).toBe((await treesIn(inner)).treeAll)
    const seen = [(await treesIn(outer)).treeAll]
    const changes: (() => void)[] = [
      () => writeFileSync(join(sub.path, 'new.ts'), 'new\n'),
      () => writeFileSync(join(sub.path, 'src/order.ts'), 'changed\n'),
      () => commitAll(sub),
    ]
    for (const change of changes) {
      change()
      seen.push((await treesIn(outer)).treeAll)
    }
    expect(new Set(seen).size).toBe(seen.length)
    writeFileSync(join(sub.path, '.ai/task/plan.md'), 'changed\n')
    expect((await treesIn(outer)).treeAll).toBe(seen.at(-1))
    git(sub, 'update-index', '--assume-unchanged', 'src/order.ts')
    expect(await treesOf(openGit(outer.path, plainEnv))).toEqual({ hidden: ['inner/src/order.ts'] })
  })

  test('not around a repository without a commit, which git itself does not add', async () => {
    const folder = shop()
    folder.write({ 'made/here.ts': 'here\n' })
    git({ path: join(folder.path, 'made') }, 'init', '--quiet')
    expect(() => git(folder, 'add', '--all')).toThrow()
    const said = await failing(() => treesOf(openGit(folder.path, plainEnv)))
    expect(said).toMatchObject({ exitCode: 1, code: 'git-failed', message: expect.stringContaining('made') })
  })

  test('around a submodule that is not there yet', async () => {
    const [outer, inner] = [shop(), shop()]
    addSubmodule(outer, inner, 'inner')
    const clone = { path: join(makeFolder().path, 'clone') }
    git(outer, 'clone', '--quiet', outer.path, clone.path)
    const { tree, treeAll } = await treesIn(outer)
    expect(await treesIn(clone)).toMatchObject({ tree, treeAll })
  })

  test('from any folder of the worktree, all of which counts', async () => {
    const folder = shop()
    folder.write({ 'src/new.ts': 'new\n', 'packages/api/new.ts': 'new\n' })
    const trees = await treesIn(folder)
    for (const part of ['src', 'packages/api', '.ai/task'])
      expect(await treesIn({ path: join(folder.path, part) })).toEqual(trees)
  })

  test('with SHA-256', async () => {
    const folder = makeFolder({ 'a.ts': 'a\n' })
    git(folder, 'init', '--quiet', '--object-format=sha256')
    expect((await agreeing(folder)).treeAll).toMatch(/^[0-9a-f]{64}$/)
  })

  test('with an index that is split, and one of the newest form', async () => {
    const folder = shop()
    git(folder, 'update-index', '--split-index')
    folder.write({ 'new.ts': 'new\n' })
    git(folder, 'add', 'new.ts')
    const trees = await treesIn(folder)
    git(folder, 'update-index', '--no-split-index', '--index-version', '4', '--untracked-cache')
    expect(await agreeing(folder)).toEqual(trees)
  })

  test('after any edits', async () => {
    const names = ['a.ts', 'b/c.ts', 'b/d', '注文.ts', 'e.log', '.ai/task/x', 'b/.ai/y', 'b/.ai/task/state.json']
    const name = fc.constantFrom(...names)
    const edit = fc.oneof(
      fc.tuple(fc.constant('write' as const), name, fc.constantFrom('', 'x', 'y', 'x\r\n', '\0')),
      fc.tuple(
        fc.constantFrom('remove' as const, 'stage' as const, 'run' as const, 'commit' as const),
        name,
        fc.constant(''),
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const folder = makeRepository({ '.gitignore': '*.log\n' })
        for (const [what, path, text] of edits) {
          if (what === 'write') folder.write({ [path]: text })
          else if (what === 'remove') folder.remove(path)
          else if (what === 'commit') commitAll(folder)
          else if (existsSync(join(folder.path, path))) {
            if (what === 'run') chmodSync(join(folder.path, path), 0o755)
            else git(folder, 'add', '--force', path)
          }
        }
        await agreeing(folder)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the same files have the same ids', () => {
  test('committed, amended, rebased, in a clone, and by the id of the commit', async () => {
    const folder = shop()
    folder.write({ 'src/order.ts': 'changed\n', 'new.ts': 'new\n', '.ai/task/proofs.jsonl': '{}\n' })
    const { treeAll } = await treesIn(folder)
    const same = async () => {
      expect(await treesIn(folder)).toMatchObject({ tree: treeAll, treeAll })
      expect(await withGit(folder.path, plainEnv, (git) => treeOfCommit(git, 'HEAD'))).toBe(treeAll)
    }
    git(folder, 'add', '--all')
    expect((await treesIn(folder)).treeAll).toBe(treeAll)
    commitAll(folder)
    await same()
    folder.write({ '.ai/task/proofs.jsonl': '{}\n{}\n' })
    git(folder, 'commit', '--quiet', '--all', '--amend', '--message', 'better words')
    await same()
    git(folder, 'checkout', '-q', '--orphan', 'elsewhere')
    commitAll(folder, 'everything at once')
    await same()
    git(folder, 'rebase', '--quiet', '--force-rebase', '--root')
    await same()
    const clone = { path: join(makeFolder().path, 'clone') }
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder.path}`, clone.path)
    expect(await treesIn(clone)).toMatchObject({ tree: treeAll, treeAll })
  })

  // biome-ignore format: a case is a line
  test.each<Change>([
    ['records in an ignored folder', (folder) => folder.write({ 'dist/.ai/x': '' })],
    ['the time of a file', (folder) => utimesSync(join(folder.path, 'src/order.ts'), 1, 1)],
    ['an empty folder', (folder) => mkdirSync(join(folder.path, 'empty'))],
    ['who has committed it', (folder) => git(folder, 'commit', '--quiet', '--amend', '--author', 'Eve <eve@x>', '-m', 'x')],
  ])('whatever happens to %s', async (_, change) => {
    const folder = shop()
    const { tree, treeAll } = await treesIn(folder)
    change(folder)
    expect(await treesIn(folder)).toMatchObject({ tree, treeAll })
  })
})

describe('every change of a file changes them', () => {
  test.each<Change>([
    [
      'a byte, with the old time',
      (folder) => {
        const path = join(folder.path, 'src/order.ts')
        const { atime, mtime } = statSync(path)
        folder.write({ 'src/order.ts': 'export const order = 7\n' })
        utimesSync(path, atime, mtime)
      },
    ],
    ['the case of a name', (folder) => folder.rename('src/order.ts', 'src/Order.ts')],
    ['the list of what is ignored', (folder) => folder.write({ '.gitignore': 'src/\n' })],
  ])('%s', async (_, change) => {
    const folder = shop()
    git(folder, 'config', 'core.trustctime', 'false')
    git(folder, 'config', 'core.checkStat', 'minimal')
    const before = await treesIn(folder)
    change(folder)
    const after = await treesIn(folder)
    expect(after.treeAll).not.toBe(before.treeAll)
    expect(after.tree).not.toBe(before.tree)
  })

  test.each<[file: string, beside: string, isRecord: boolean]>([
    ['.ai/sum.js', '', true],
    ['src/.ai/sum.js', '', false],
    ['src/.ai/task/plan.md', '', false],
    ['src/.ai/state.json', '', false],
    ['src/x.ai/sum.js', 'src/.ai/spell.json', false],
    ['src/.ai/.ai/sum.js', '', false],
    ['a/src/.ai/sum.js', 'src/.ai/spell.json', false],
    ['src/.ai/sum.js', 'src/.ai/spell.json', true],
    ['src/.ai/sum.js', 'src/.ai/task/state.json', true],
    ['src/.ai/sum.js', 'src/.ai/model/state.json', false],
  ])('in %s, beside %j: a record is %s', async (file, beside, isRecord) => {
    const folder = shop()
    folder.write({ [file]: 'a + b\n', ...(beside && { [beside]: '{}\n' }) })
    commitAll(folder)
    const before = await treesIn(folder)
    expect(before).toMatchObject({
      tree: before.treeAll,
      treeAll: await withGit(folder.path, plainEnv, (git) => treeOfCommit(git, 'HEAD')),
    })
    folder.write({ [file]: 'a - b\n' })
    const after = await treesIn(folder)
    commitAll(folder)
    const committed = await withGit(folder.path, plainEnv, (git) => treeOfCommit(git, 'HEAD'))
    expect([after.tree, after.treeAll, committed]).toEqual(Array(3).fill(committed))
    expect(committed === before.treeAll).toBe(isRecord)
  })

  test('a new file, in the id of all files only', async () => {
    const folder = shop()
    const before = await treesIn(folder)
    folder.write({ 'src/new.test.ts': 'test\n' })
    const after = await treesIn(folder)
    expect(after.tree).toBe(before.tree)
    expect(after.treeAll).not.toBe(before.treeAll)
  })

  test('in the moment after git has looked at it', async () => {
    const folder = shop()
    for (const text of [...'abcdefghijklmnop']) {
      folder.write({ 'src/order.ts': `${text}\n` })
      git(folder, 'add', 'src/order.ts')
      folder.write({ 'src/order.ts': `${text.toUpperCase()}\n` })
      const { tree } = await treesIn(folder)
      git(folder, 'add', 'src/order.ts')
      expect((await treesIn(folder)).tree).toBe(tree)
      expect(git(folder, 'rev-parse', ':src/order.ts')).toBe(
        git(folder, 'hash-object', join(folder.path, 'src/order.ts')),
      )
    }
  })
})

describe('nothing is written', () => {
  async function withTemporaryIn<T>(path: string, act: () => Promise<T>): Promise<T> {
    const before = process.env.TMPDIR
    process.env.TMPDIR = path
    try {
      return await act()
    } finally {
      process.env.TMPDIR = before
      if (before === undefined) delete process.env.TMPDIR
    }
  }
  /** Runs in a folder for temporary files that must be empty in the end. */
  async function leavingNothing<T>(act: () => Promise<T>): Promise<T> {
    const { path } = makeFolder()
    const made = await withTemporaryIn(path, act)
    expect(readdirSync(path)).toEqual([])
    return made
  }

  const edited = (folder: Folder) => {
    folder.write({ 'src/order.ts': 'changed\n', 'new.ts': 'new\n', '.ai/task/plan.md': 'changed\n' })
    folder.remove('src/price.ts')
  }

  test('into the repository, and nothing is left elsewhere', async () => {
    const folder = shop()
    edited(folder)
    const before = wholeTree(folder.path)
    const own = { ...folder, path: join(folder.path, '.git') }
    await leavingNothing(() =>
      untouched(own, async () => {
        await treesIn(folder)
        await withGit(folder.path, plainEnv, (git) => treeOfCommit(git, 'HEAD'))
      }),
    )
    expect(wholeTree(folder.path)).toEqual(before)
  })

  test('where git fails', async () => {
    const folder = shop()
    writeFileSync(join(folder.path, '.git/index'), 'broken')
    const said = await untouched(folder, () =>
      leavingNothing(() => failing(() => treesOf(openGit(folder.path, plainEnv)))),
    )
    expect(said).toMatchObject({ exitCode: 1, code: 'git-failed', message: expect.stringContaining('index') })
  })

  test('of the temporary files is counted if these lie in the worktree', async () => {
    const folder = shop()
    const { treeAll } = await treesIn(folder)
    expect(await withTemporaryIn(folder.path, () => treesIn(folder))).toMatchObject({ treeAll })
  })

  testOnPosix('and nothing is run: no hook, and no program that watches files', async () => {
    const folder = shop()
    const trap = join(folder.path, '.git/trap')
    writeFileSync(trap, '#!/bin/sh\ntouch "$(dirname "$0")/sprung"\n', { mode: 0o755 })
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-commit']) {
      mkdirSync(join(folder.path, '.git/hooks'), { recursive: true })
      cpSync(trap, join(folder.path, '.git/hooks', hook))
    }
    git(folder, 'config', 'core.fsmonitor', `'${trap}'`)
    git(folder, 'status')
    expect(existsSync(join(folder.path, '.git/sprung'))).toBe(true)
    folder.remove('.git/sprung', '.git/hooks/sprung')
    edited(folder)
    await treesIn(folder)
    await withGit(folder.path, plainEnv, (git) => treeOfCommit(git, 'HEAD'))
    expect(existsSync(join(folder.path, '.git/sprung'))).toBe(false)
    expect(existsSync(join(folder.path, '.git/hooks/sprung'))).toBe(false)
  })
})

describe('files that git is told not to look at', () => {
  test.each(['--assume-unchanged', '--skip-worktree'])('are named after %s', async (how) => {
    const folder = shop()
    git(folder, 'update-index', how, 'src/order.ts', 'packages/api/index.ts')
    const told = { hidden: ['packages/api/index.ts', 'src/order.ts'] }
    expect(await treesOf(openGit(folder.path, plainEnv))).toEqual(told)
    expect(await treesOf(openGit(join(folder.path, 'src'), plainEnv))).toEqual(told)
    folder.write({ 'src/order.ts': 'changed\n' })
    expect(await treesOf(openGit(folder.path, plainEnv))).toEqual(told)
  })

  test('are named, the first five of them', async () => {
    const names = [...'abcdefgh'].map((letter) => `${letter}.ts`)
    const folder = makeRepository(Object.fromEntries(names.map((name) => [name, ''])))
    commitAll(folder)
    git(folder, 'update-index', '--assume-unchanged', ...names)
    expect(await treesOf(openGit(folder.path, plainEnv))).toEqual({ hidden: names.slice(0, 5) })
  })

  test('are those that a sparse checkout leaves out', async () => {
    const folder = shop()
    git(folder, 'sparse-checkout', 'set', '--sparse-index', 'src')
    expect(await treesOf(openGit(folder.path, plainEnv))).toEqual({ hidden: ['packages/api/index.ts'] })
  })

  test('do not matter among the records', async () => {
    const folder = shop()
    const trees = await treesIn(folder)
    git(folder, 'update-index', '--assume-unchanged', '.ai/task/plan.md')
    expect(await treesIn(folder)).toEqual(trees)
  })

  testOnPosix('do not matter to the tree of a commit', async () => {
    const folder = shop()
    const tree = await withGit(folder.path, plainEnv, (git) => treeOfCommit(git, 'HEAD'))
    git(folder, 'sparse-checkout', 'set', '--sparse-index', 'src')
    expect(await withGit(folder.path, plainEnv, (git) => treeOfCommit(git, 'HEAD'))).toBe(tree)
  })

  testOnPosix('because a program that watches files has said so are looked at all the same', async () => {
    const folder = shop()
    const monitor = join(folder.path, '.git/monitor')
    writeFileSync(monitor, '#!/bin/sh\nprintf "token\\0"\n', { mode: 0o755 })
    git(folder, 'config', 'core.fsmonitor', `'${monitor}'`)
    git(folder, 'update-index', '--fsmonitor')
    git(folder, 'update-index', '--fsmonitor-valid', 'src/order.ts')
    // A small letter: what git has found in it counts until the monitor names it.
    expect(git(folder, 'ls-files', '-f', 'src/order.ts')).toBe('h src/order.ts')
    const { tree } = await treesIn(folder)
    folder.write({ 'src/order.ts': 'export const order = 7\n' })
    expect((await treesIn(folder)).tree).not.toBe(tree)
  })
})

test('a worktree elsewhere, which the settings of the repository name, is not looked at instead', async () => {
  const [folder, clean] = [shop(), shop()]
  git(folder, 'config', 'core.worktree', clean.path)
  const before = await treesIn(folder)
  folder.write({ 'src/order.ts': 'changed\n' })
  expect((await treesIn(folder)).tree).not.toBe(before.tree)
})

// biome-ignore format: in one paragraph
const foreign = [
  'GIT_INDEX_FILE', 'GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CEILING_DIRECTORIES', 'GIT_NAMESPACE', 'GIT_REPLACE_REF_BASE', 'GIT_LITERAL_PATHSPECS', 'GIT_DEFAULT_HASH',
  'GIT_ATTR_SOURCE', 'GIT_SHALLOW_FILE', 'GIT_GRAFT_FILE', 'GIT_CONFIG_PARAMETERS', 'GIT_EXTERNAL_DIFF',
]
test.each<NodeJS.ProcessEnv>([
  Object.fromEntries(foreign.map((name) => [name, '/nowhere'])),
  { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.worktree', GIT_CONFIG_VALUE_0: '/' },
  { GIT_CONFIG_GLOBAL: '/dev/null' },
])('the environment does not matter: %j', async (env) => {
  const folder = shop()
  folder.write({ 'new.ts': 'new\r\n' })
  expect(await treesIn(folder, { ...plainEnv, ...env })).toEqual(await treesIn(folder))
})

const cases = ['0'.repeat(40), 'nowhere', '--all', '', 'HEAD:src/order.ts']
test.each(cases)('%j is no commit that has a tree', async (name) => {
  expect(await withGit(shop().path, plainEnv, (git) => treeOfCommit(git, name))).toBeUndefined()
})

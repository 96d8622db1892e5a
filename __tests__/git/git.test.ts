import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { branchesOf, readCommit } from '../../src/git/branches'
import { type Objects, openGit, treeIn, withGit } from '../../src/git/git'
import { type Folder, madeOnce, makeFolder, makePrograms, makeRepository, plainEnv, untouched } from '../support/folder'
import { commitAll, gitIn } from '../support/git'
import { describeOnPosix } from '../support/posix'

describeOnPosix('git that a command has opened', () => {
  /** A repository, and a git that notes its process and what it is asked. */
  function noting() {
    const folder = makeRepository({ a: 'a\n' })
    commitAll(folder)
    const bin = makePrograms({ git: `#!/bin/sh\necho "$$ $*" >> "$0.starts"\nPATH='${plainEnv.PATH}' exec git "$@"\n` })
    const starts = () => bin.read('git.starts').trimEnd().split('\n')
    return { root: folder.path, env: { ...plainEnv, PATH: `${bin.path}:${plainEnv.PATH}` }, starts }
  }
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('is asked for its settings once, and reads all objects by one process, also those written meanwhile', async () => {
    const { root, env, starts } = noting()
    await withGit(root, env, async ({ ask, objects }) => {
      expect(String((await objects.get('HEAD:a'))?.bytes)).toBe('a\n')
      const id = (await ask(['hash-object', '-w', '--stdin'], 'later\n')).trim()
      expect(String((await objects.get(id))?.bytes)).toBe('later\n')
    })
    expect(starts().map((line) => /config (?=--show)|cat-file|hash-object/.exec(line)?.[0])).toEqual([
      'config ',
      'cat-file',
      'hash-object',
    ])
  })

  test('ends its process with the command, whatever comes of it', async () => {
    const { root, env, starts } = noting()
    const failed = withGit(root, env, async ({ objects }) => {
      await objects.get('HEAD')
      throw new Error('over')
    })
    await expect(failed).rejects.toThrow('over')
    const [, reader = ''] = starts()
    while (isRunning(Number.parseInt(reader, 10))) await setTimeout(5)
  })
})

jest.setTimeout(60_000)

const asking = <T>(folder: Pick<Folder, 'path'>, use: (objects: Objects) => Promise<T>): Promise<T> =>
  withGit(folder.path, plainEnv, ({ objects }) => use(objects))

const most = 1024

/** A repository with every kind of entry, in names of every kind. */
const shop = madeOnce(async () => {
  const folder = makeRepository({ 'a b.txt': 'a\n', 'ä\u202e.txt': 'b\n', 'src/x.ts': 'x\n', empty: '' })
  gitIn(folder, 'add', '--all')
  for (const [mode, name, id] of [
    ['120000', 'link', gitIn(folder, 'rev-parse', ':src/x.ts')],
    ['160000', 'sub', '1'.repeat(40)],
    ['100755', 'run', gitIn(folder, 'rev-parse', ':empty')],
  ])
    gitIn(folder, 'update-index', '--add', '--cacheinfo', `${mode},${id},${name}`)
  gitIn(folder, 'commit', '--quiet', '--message', 'all')
  return folder
})

test('a tree has the entries that git lists, of every kind', async () => {
  const folder = await shop()
  const kinds: Readonly<Record<string, string>> = {
    '040000': 'folder',
    '100644': 'file',
    '100755': 'file',
    '120000': 'link',
    '160000': 'submodule',
  }
  const listed = gitIn(folder, 'ls-tree', '-z', 'HEAD').split('\0').slice(0, -1)
  const expected = listed.map((line) => {
    const [, mode = '', id, name] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? []
    return [name, { id, kind: kinds[mode] }]
  })
  const id = gitIn(folder, 'rev-parse', 'HEAD^{tree}')
  const bytes = Buffer.from((await asking(folder, (objects) => objects.read(id, most))) ?? '')
  expect([...treeIn(bytes, 20)]).toEqual(expected)
  // One that is cut off has what comes before.
  for (let end = 0; end < bytes.length; end++) {
    const entries = [...treeIn(bytes.subarray(0, end), 20)]
    expect(entries).toEqual(expected.slice(0, entries.length))
  }
})

test('what is asked at once is answered each for itself, and nothing is written', async () => {
  const folder = await shop()
  await untouched(folder, () =>
    asking(folder, async ({ find, read }) => {
      const id = (name: string) => gitIn(folder, 'rev-parse', name)
      const [tree, blob, empty] = [id('HEAD^{tree}'), id('HEAD:a b.txt'), id('HEAD:empty')]
      const names = [blob, 'no such name', `${tree}:a b.txt`, `${tree}:none`, empty, '', 'two\nlines', '0'.repeat(40)]
      expect(await Promise.all(names.map(find))).toMatchObject([
        { id: blob, type: 'blob', size: 2 },
        undefined as never,
        { id: blob },
        undefined as never,
        { id: empty, size: 0 },
        undefined as never,
        undefined as never,
        undefined as never,
      ])
      const texts = await Promise.all([blob, empty, tree, blob].map(async (each) => (await read(each, most))?.length))
      expect(texts).toEqual([2, 0, (await find(tree))?.size, 2])
    }),
  )
})

test('an object is read up to the size that is asked for, and no further', async () => {
  const folder = makeRepository({ large: 'x'.repeat(300_000) })
  commitAll(folder)
  const id = gitIn(folder, 'rev-parse', 'HEAD:large')
  await asking(folder, async ({ read }) => {
    expect(await read(id, 299_999)).toBe('too large')
    expect((await read(id, 300_000))?.length).toBe(300_000)
  })
})

test('a damaged object is none, and those after it are read', async () => {
  const folder = makeRepository({ a: 'a\n', b: 'b\n', c: 'c\n' })
  commitAll(folder)
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((name) => gitIn(folder, 'rev-parse', `HEAD:${name}`))
  const path = `.git/objects/${b.slice(0, 2)}/${b.slice(2)}`
  folder.remove(path)
  folder.write({ [path]: 'no object' })
  const read = await asking(folder, (objects) => Promise.all([a, b, c, a].map((id) => objects.read(id, most))))
  expect(read.map(String)).toEqual(['a\n', 'undefined', 'c\n', 'a\n'])
})

test('without git, and outside of a repository, there is none', async () => {
  const folder = makeRepository({ a: 'a\n' })
  commitAll(folder)
  const id = gitIn(folder, 'rev-parse', 'HEAD:a')
  const env = { ...plainEnv, PATH: makeFolder().path }
  expect(await withGit(folder.path, env, ({ objects: { read } }) => Promise.all([read(id, 9), read(id, 9)]))).toEqual([
    undefined,
    undefined,
  ])
  const outside = { path: makeFolder().path }
  expect(await asking(outside, ({ find }) => Promise.all([find('HEAD'), find('HEAD')]))).toEqual([undefined, undefined])
  await expect(branchesOf(openGit(folder.path, env))).rejects.toMatchObject({ code: 'no-git' })
  await expect(branchesOf(openGit(outside.path, plainEnv))).rejects.toMatchObject({ code: 'git-failed' })
})

test('what a partial clone lacks is none, is never fetched, and the rest is read', async () => {
  const far = makeRepository({ a: 'here\n' })
  gitIn(far, 'config', 'uploadpack.allowFilter', 'true')
  commitAll(far)
  gitIn(far, 'branch', '--quiet', 'other')
  gitIn(far, 'checkout', '--quiet', 'other')
  const lacking = Array.from({ length: 8 }, (_, number) => `lacking/${number}`)
  far.write(Object.fromEntries(lacking.map((name) => [name, `${name}\n`])))
  commitAll(far)
  gitIn(far, 'checkout', '--quiet', '-')
  const near = { path: join(makeFolder().path, 'near') }
  gitIn(far, 'clone', '--quiet', '--filter=blob:none', `file://${far.path}`, near.path)
  const objectsOf = () => readdirSync(join(near.path, '.git', 'objects'), { recursive: true }).length
  const before = objectsOf()
  const ids = gitIn(near, 'ls-tree', '-r', 'origin/other', '--format=%(objectname)').split('\n')
  expect(ids).toHaveLength(9)
  const read = await asking(near, (objects) => Promise.all(ids.map((id) => objects.read(id, most))))
  expect(read.map(String)).toEqual(['here\n', ...lacking.map(() => 'undefined')])
  expect(objectsOf()).toBe(before)
})

describe('branches', () => {
  test('are the local and the remote-tracking ones, without names for others, whatever they are called', async () => {
    const folder = makeRepository({ a: 'a\n' })
    gitIn(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
    commitAll(folder)
    const tip = gitIn(folder, 'rev-parse', 'HEAD')
    const names = ['feat/a.b', 'ä\u202e']
    for (const name of names) gitIn(folder, 'branch', name)
    gitIn(folder, 'update-ref', 'refs/remotes/origin/main', tip)
    gitIn(folder, 'update-ref', 'refs/tags/v1', tip)
    gitIn(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    const branches = await branchesOf(openGit(folder.path, plainEnv))
    expect(branches).toEqual([
      { name: 'feat/a.b', isLocal: true, tip },
      { name: 'main', isLocal: true, tip },
      { name: 'ä\u202e', isLocal: true, tip },
      { name: 'origin/main', isLocal: false, tip },
    ])
  })

  test('are none before the first commit', async () => {
    expect(await branchesOf(openGit(makeRepository().path, plainEnv))).toEqual([])
  })

  test('are listed even if the objects of one are gone', async () => {
    const folder = makeRepository({ a: 'a\n' })
    commitAll(folder)
    gitIn(folder, 'branch', 'broken')
    gitIn(folder, 'commit', '--quiet', '--allow-empty', '--message', 'more')
    const gone = gitIn(folder, 'rev-parse', 'broken')
    const path = join(folder.path, '.git', 'objects', gone.slice(0, 2), gone.slice(2))
    expect(existsSync(path)).toBe(true)
    rmSync(path)
    expect((await branchesOf(openGit(folder.path, plainEnv))).map(({ name }) => name)).toContain('broken')
    await asking(folder, async (objects) => expect(await readCommit(objects, gone)).toBeUndefined())
  })

  test('end at commits that say who committed, and when', async () => {
    const folder = makeRepository({ a: 'a\n' })
    gitIn(folder, 'add', '--all')
    const dated = ['-c', 'user.name=Zoë <x', 'commit', '--quiet', '--message', 'committer Eve <e> 1 +0000']
    gitIn(folder, ...dated)
    const id = gitIn(folder, 'rev-parse', 'HEAD')
    const [by = '', seconds] = gitIn(folder, 'log', '-1', '--format=%cn%x00%ct').split('\0')
    await asking(folder, async (objects) => {
      expect(await readCommit(objects, id)).toEqual({
        id,
        tree: gitIn(folder, 'rev-parse', 'HEAD^{tree}'),
        by,
        time: new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z'),
      })
      // A tree is no commit.
      expect(await readCommit(objects, gitIn(folder, 'rev-parse', 'HEAD^{tree}'))).toBeUndefined()
    })
  })
})

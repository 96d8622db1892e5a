import { chmodSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { commitsWith, treeOfCommit } from '../../src/git/commit-trees'
import { openGit, withGit } from '../../src/git/git'
import { depthOfRecords, recordsAmong } from '../../src/git/listed-files'
import { type Trees, treesOf } from '../../src/git/tree'
import { treeIdOf } from '../../src/git/tree-id'
import { timeOnDisk } from '../../src/proof/snapshot'
import { workflows } from '../../src/workflows/registry'
import { type Folder, madeOnce, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { commitAll, git } from '../support/git'
import { testOnPosix } from '../support/posix'

/** The files as they are, as a proof has them. */
async function seen({ path }: Pick<Folder, 'path'>) {
  const trees = await treesOf(openGit(path, plainEnv))
  if (!trees || !('treeAll' in trees)) throw new Error('git does not know the files')
  return trees
}
const id = (folder: Pick<Folder, 'path'>, name = 'HEAD') => git(folder, 'rev-parse', name).trim()
const at = async ({ path }: Pick<Folder, 'path'>, proof: Parameters<typeof commitsWith>[1][number]) =>
  (await withGit(path, plainEnv, (git) => commitsWith(git, [proof]))).get(proof.treeAll ?? '')
const shop = madeOnce(async (files: Readonly<Record<string, string>> = {}) => {
  const folder = makeRepository({ 'sum.js': 'one', 'lib/a.js': 'a', '.ai/task/state.json': '{}', ...files })
  commitAll(folder)
  return folder
})
const worked = (folder: Folder, text = 'works') => folder.write({ 'sum.js': text, 'new/file.js': text })

describe('the files of a proof are those of', () => {
  test('the commit before it, and of each later one that changes only records', async () => {
    const folder = await shop()
    const proof = await seen(folder)
    expect(await at(folder, proof)).toBe(id(folder))
    folder.write({ '.ai/task/proofs.jsonl': '{}', 'lib/.ai/spell.json': '{}' })
    commitAll(folder)
    expect(await at(folder, proof)).toBe(id(folder))
    expect(id(folder)).not.toBe(proof.head)
  })

  test('the commit after it; of none until then', async () => {
    const folder = await shop()
    worked(folder)
    const proof = await seen(folder)
    expect(await at(folder, proof)).toBeUndefined()
    commitAll(folder)
    expect(await at(folder, proof)).toBe(id(folder))
    worked(folder, 'more')
    commitAll(folder)
    expect(await at(folder, proof)).toBe(id(folder, 'HEAD~'))
    expect(await at(folder, { ...proof, head: id(folder) })).toBeUndefined()
  })

  test('an amended commit with other words, and of none with other files', async () => {
    const folder = await shop()
    worked(folder)
    const proof = await seen(folder)
    commitAll(folder)
    const before = id(folder)
    git(folder, 'commit', '-q', '--amend', '-m', 'better words')
    expect(id(folder)).not.toBe(before)
    expect(await at(folder, proof)).toBe(id(folder))
    worked(folder, 'other')
    git(folder, 'commit', '-qa', '--amend', '-m', 'other files')
    expect(await at(folder, proof)).toBeUndefined()
  })

  test.each([
    ['squashed', ['merge', '-q', '--squash', 'work'], 'HEAD'],
    ['merged', ['merge', '-q', '--no-ff', '--no-edit', 'work'], 'HEAD'],
    ['merged beside others', ['merge', '-q', '--no-ff', '--no-edit', 'work'], 'work'],
  ])('a branch that was %s, also in another clone, where its own commits are gone', async (how, merge, expected) => {
    const folder = await shop()
    git(folder, 'branch', '-M', 'main')
    git(folder, 'checkout', '-qb', 'work')
    folder.write({ 'sum.js': 'half' })
    commitAll(folder)
    worked(folder)
    const proof = await seen(folder)
    commitAll(folder)
    git(folder, 'checkout', '-q', 'main')
    if (how.includes('others')) {
      folder.write({ 'other.js': 'b' })
      commitAll(folder)
    }
    git(folder, ...merge)
    commitAll(folder)
    const commit = id(folder, expected)
    git(folder, 'branch', '-qD', 'work')
    const clone = makeFolder()
    git(clone, 'clone', '-q', '--branch', 'main', `file://${folder.path}`, '.')
    expect(await at(folder, proof)).toBe(commit)
    expect(await at(clone, proof)).toBe(commit)
  })

  test('a package, whose own records and those of others do not count', async () => {
    const folder = await shop({
      'packages/a/.ai/notes': 'x',
      'packages/b/.ai/spell.json': '{}',
      'packages/b/b.js': 'b',
    })
    const inside = { path: `${folder.path}/packages/a` }
    const proof = await seen(inside)
    folder.write({ 'packages/a/.ai/notes': 'y', 'packages/b/.ai/hope/state.json': '{}', '.ai/task/plan.md': '' })
    commitAll(folder)
    expect(await at(inside, proof)).toBe(id(folder))
    // Seen from the top, these notes belong to no work.
    const above = await seen(folder)
    expect(await at(folder, above)).toBe(id(folder))
    expect(above.treeAll).not.toBe(proof.treeAll)
    folder.write({ 'packages/a/.ai/notes': 'z' })
    commitAll(folder)
    expect(await at(inside, proof)).toBe(id(folder))
    expect(await at(folder, above)).toBe(id(folder, 'HEAD~'))
  })
})

test('several are found at once, those of other branches and what no one knows are absent', async () => {
  const folder = await shop()
  const first = await seen(folder)
  worked(folder)
  const second = await seen(folder)
  commitAll(folder)
  git(folder, 'checkout', '-qb', 'aside')
  worked(folder, 'aside')
  const aside = await seen(folder)
  commitAll(folder)
  git(folder, 'checkout', '-q', '-')
  const found = await withGit(folder.path, plainEnv, (git) =>
    commitsWith(git, [first, second, aside, first, {}, { treeAll: 'x' }]),
  )
  expect([...found]).toEqual([
    [second.treeAll, id(folder)],
    [first.treeAll, id(folder, 'HEAD~')],
  ])
})

test.each([
  [
    'before the first commit',
    () => {
      const folder = makeFolder({ a: 'a' })
      git(folder, 'init', '-q')
      return folder
    },
  ],
  ['without git', () => makeFolder({ a: 'a' })],
])('%s there is none', async (_, place) => {
  const { path } = place()
  expect(await withGit(path, plainEnv, (git) => commitsWith(git, [{ treeAll: 'a'.repeat(40) }]))).toEqual(new Map())
  expect(await withGit(path, plainEnv, (git) => treeOfCommit(git, 'HEAD'))).toBeUndefined()
})

testOnPosix('git is started as often for one tree as for many', async () => {
  const folder = await shop()
  const proofs = [await seen(folder)]
  for (const text of ['a', 'b', 'c', 'd']) {
    worked(folder, text)
    proofs.push(await seen(folder))
    commitAll(folder)
  }
  const { PATH } = process.env
  const bin = makeFolder()
  bin.write({ git: `#!/bin/sh\necho >> '${bin.path}/starts'\nPATH='${PATH}' exec git "$@"\n` })
  chmodSync(`${bin.path}/git`, 0o755)
  const starts = async (some: typeof proofs) => {
    bin.write({ starts: '' })
    const found = await withGit(folder.path, { ...plainEnv, PATH: `${bin.path}:${PATH}` }, (git) =>
      commitsWith(git, some),
    )
    expect(found.size).toBe(some.length)
    return bin.read('starts').length
  }
  // Its settings, the history and the trees.
  expect([await starts(proofs.slice(-1)), await starts(proofs)]).toEqual([3, 3])
})

const [blob, long] = ['257cc5642cb1a054f08cc83f2d943e56fd3ebe99', '0'.repeat(64)]

test('the tree of nothing is known to everyone', () => {
  expect(treeIdOf([])).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904')
  expect(treeIdOf([], long)).toBe('6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321')
})

test('rights that git keeps no more do not count', () => {
  const tree = (mode: string) => treeIdOf([{ path: 'a/b', mode, id: blob }])
  expect(tree('100664')).toBe(tree('100644'))
  expect(tree('100755')).not.toBe(tree('100644'))
  expect(tree('120000')).not.toBe(tree('100644'))
})

test('a name counts, and the folder that it is in', () => {
  const paths = ['a', 'b', 'a/a', 'a/b', 'a/a/b', 'é']
  const trees = paths.map((path) => treeIdOf([{ path, mode: '100644', id: blob }]))
  expect(new Set(trees).size).toBe(paths.length)
})

const hourAgo = Date.now() / 1000 - 3600

test.each<[what: string, indexed: number | undefined]>([
  ['an index of this second', undefined],
  ['an older index', hourAgo],
])('files that were touched since a time are named, with %s', async (_, indexed) => {
  const folder = makeRepository({
    'a.txt': 'a',
    'src/b é.txt': 'b',
    'c.log': 'c',
    '.gitignore': '*.log\n',
    '.ai/x': '',
  })
  commitAll(folder)
  folder.write({ 'new.txt': '' })
  if (indexed) utimesSync(join(folder.path, '.git/index'), indexed, indexed)
  const touchedSince = async (since: bigint) => {
    const trees = (await treesOf(openGit(folder.path, plainEnv), since)) as Trees
    return [...(trees.touched ?? [])].sort()
  }
  expect(await treesOf(openGit(folder.path, plainEnv))).not.toHaveProperty('touched')
  const later = statSync(folder.path, { bigint: true }).ctimeNs + 10n ** 18n
  expect(await touchedSince(later)).toEqual([])
  const since = timeOnDisk(folder.path, new Date())
  for (const path of ['src/b é.txt', 'new.txt', 'c.log', '.ai/x']) folder.write({ [path]: `${folder.read(path)}x` })
  expect(await touchedSince(since)).toEqual(expect.arrayContaining(['new.txt', 'src/b é.txt']))
  expect(await touchedSince(since)).not.toContain('c.log')
})

test('where the disk cannot be asked, our clock counts, and what may be older', () => {
  expect(timeOnDisk(join(makeRepository().path, 'nowhere'), new Date(5000))).toBe(3_000_000_000n)
})

test.each(workflows)('work of $name makes the folder that it is in one of spell’s', ({ folder, named }) => {
  for (const work of [folder, named && `${named}/orders`].filter((path) => path !== undefined)) {
    const isRecord = recordsAmong([`packages/api/${work}/state.json`, 'packages/api/index.ts'])
    expect([work, isRecord(`packages/api/${work}/plan.md`)]).toEqual([work, true])
    expect(isRecord('packages/web/.ai/notes.md')).toBe(false)
    expect(work.split('/').length - 1).toBeLessThanOrEqual(depthOfRecords)
  }
})

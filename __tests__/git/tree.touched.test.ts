import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { openGit } from '../../src/git/git'
import { type Trees, treesOf } from '../../src/git/tree'
import { timeOnDisk } from '../../src/proof/snapshot'
import { makeRepository, plainEnv } from '../support/folder'
import { commitAll } from '../support/git'

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

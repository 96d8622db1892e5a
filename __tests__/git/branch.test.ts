import { branchOf, branchThen } from '../../src/git/branch'
import { makeFolder, makeRepository } from '../support/folder'
import { gitInTurn } from '../support/git'

function repository(...lines: readonly string[]) {
  const folder = makeRepository()
  const all = ['commit --quiet --allow-empty -m a', 'checkout --quiet -b export', ...lines]
  gitInTurn(folder, ...all.map((line) => line.split(' ')))
  return folder
}

const origin = 'git@github.com:acme/shop.git'
const fork = 'https://github.com/kim/shop.git'
const both = [`remote add origin ${origin}`, `remote add fork ${fork}`]

describe('git tells of a branch', () => {
  test('its name and the remotes', async () => {
    const folder = repository(...both, 'config remote.origin.gh-resolved base')
    expect(await branchOf(folder.path, process.env)).toEqual({
      name: 'export',
      remotes: [
        { name: 'fork', fetch: fork, push: fork },
        { name: 'origin', fetch: origin, push: origin, resolved: 'base' },
      ],
    })
  })

  test('the URLs that it would really use', async () => {
    const folder = repository(
      'config url.https://github.com/.insteadOf gh:',
      'config url.git@github.com:.pushInsteadOf gh:',
      'remote add origin gh:acme/shop',
    )
    expect(await branchOf(folder.path, process.env)).toMatchObject({
      remotes: [{ fetch: 'https://github.com/acme/shop', push: 'git@github.com:acme/shop' }],
    })
  })

  test('under which other name it is there', async () => {
    const folder = repository(
      ...both,
      'config branch.export.remote origin',
      'config branch.export.merge refs/heads/csv',
    )
    expect(await branchOf(folder.path, process.env)).toMatchObject({ upstream: { url: origin, ref: 'refs/heads/csv' } })
  })

  test('where a push goes', async () => {
    const folder = repository(
      ...both,
      'config branch.export.remote origin',
      'config branch.export.merge refs/heads/main',
      'config branch.export.pushRemote fork',
      'config push.default current',
      'update-ref refs/remotes/fork/export HEAD',
    )
    expect(await branchOf(folder.path, process.env)).toMatchObject({
      upstream: { url: origin, ref: 'refs/heads/main' },
      push: { url: fork, ref: 'refs/heads/export' },
    })
  })

  test.each<[string, readonly string[], boolean]>([
    ['main', [], true],
    ['csv', [], false],
    ['trunk', ['symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/trunk'], true],
    ['main', ['symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/trunk'], false],
  ])('whether %s, from which it was taken, is where everything begins: %j', async (source, lines, isDefault) => {
    const folder = repository(
      ...both,
      'config branch.export.remote origin',
      `config branch.export.merge refs/heads/${source}`,
      ...lines,
    )
    expect((await branchOf(folder.path, process.env)).upstream).toEqual({
      url: origin,
      ref: `refs/heads/${source}`,
      isDefault,
    })
  })

  test('that it was taken from a URL, as gh does with a branch of a fork', async () => {
    const folder = repository(
      ...both,
      `config branch.export.remote ${fork}`,
      `config branch.export.pushRemote ${fork}`,
      'config branch.export.merge refs/heads/patch-1',
    )
    const far = { url: fork, ref: 'refs/heads/patch-1' }
    expect(await branchOf(folder.path, process.env)).toMatchObject({
      upstream: { ...far, isDefault: false },
      push: far,
    })
  })

  test('nothing of a branch where HEAD is on none', async () => {
    const folder = repository(...both, 'checkout --quiet --detach')
    const { remotes, ...others } = await branchOf(folder.path, process.env)
    expect(remotes).toHaveLength(2)
    expect(others).toEqual({})
  })

  test('the name of one that has no commit yet', async () => {
    const { path } = makeRepository()
    const { name, remotes } = await branchOf(path, process.env)
    expect({ name: typeof name, remotes }).toEqual({ name: 'string', remotes: [] })
  })

  test('nothing outside of a repository', async () => {
    expect(await branchOf(makeFolder().path, process.env)).toEqual({ remotes: [] })
  })
})

const at = '2026-08-20T15:30:00Z'
const [before, same, after, later] = [-5, 0, 5, 50].map((minutes) => Date.parse(at) / 1000 + minutes * 60)
const moved = (time: number | undefined, from: string, to: string) =>
  `${'0'.repeat(40)} ${'1'.repeat(40)} Ann <a@b.example> ${time} +0200\tcheckout: moving from ${from} to ${to}\n`
const commit = `${'1'.repeat(40)} ${'2'.repeat(40)} Ann <a@b.example> ${after} +0200\tcommit: checkout: moving from x to y\n`
const detached = 'a'.repeat(40)

// biome-ignore format: a case is a line
test.each<[what: string, branch: string | undefined, log: string]>([
  ['the one that was left first since', 'export', moved(after, 'export', 'fix') + moved(later, 'fix', 'hotfix')],
  ['not one that was left before', undefined, moved(before, 'export', 'hotfix')],
  ['not one that was left in the same second, which may have been before', undefined, moved(same, 'export', 'hotfix')],
  ['the same as now is none to name', undefined, moved(after, 'hotfix', 'fix') + moved(later, 'fix', 'hotfix')],
  ['a commit is no branch', undefined, moved(after, detached, 'hotfix')],
  ['a message of a commit is no move', undefined, commit],
  ['nothing without a move', undefined, ''],
])('the branch at a time: %s', (_, branch, log) => {
  const folder = makeFolder({ '.git/HEAD': 'ref: refs/heads/hotfix\n', '.git/logs/HEAD': log })
  expect(branchThen(folder.path, at)).toBe(branch)
})

test('without git there is none', () => expect(branchThen(makeFolder().path, at)).toBeUndefined())

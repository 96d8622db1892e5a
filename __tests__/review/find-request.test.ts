import type { Branch, Remote } from '../../src/git/branch'
import { allOf } from '../../src/review/ask'
import { findRequest, placesAround, repositoriesOf } from '../../src/review/find-request'
import { github } from '../../src/review/github/github'
import { nameOf, repositoryOf, requestNamed } from '../../src/review/server'
import { type RepositoryWorld, startGitHub } from '../support/github-server'
import { failing } from '../support/posix'

type World = Readonly<Record<string, RepositoryWorld>>

const remote = (name: string, repository: string, resolved?: string): Remote => {
  const url = `git@github.com:${repository}.git`
  return { name, fetch: url, push: url, ...(resolved && { resolved }) }
}
const far = (repository: string, branch: string) => ({
  url: `git@github.com:${repository}.git`,
  ref: `refs/heads/${branch}`,
})

/** The pull request of a branch, as `owner/name#number`. */
async function find(world: World, branch: Branch): Promise<string | undefined> {
  const { ask } = await startGitHub(world)
  const found = await findRequest(github, ask, branch, await placesAround(github, ask, repositoriesOf(branch)))
  return found && `${nameOf(found.repository)}#${found.number}`
}

const clone: Branch = { name: 'export', remotes: [remote('origin', 'acme/shop')] }
const forked = { ...clone, remotes: [remote('origin', 'kim/shop'), remote('upstream', 'acme/shop')] }
type Pull = NonNullable<RepositoryWorld['pullRequests']>[number]
const pull = (number: number, more: Partial<Pull> = {}) => ({ number, ...more })
const shopWith = (...pullRequests: Pull[]) => ({ 'acme/shop': { pullRequests } })
const withRemotes = (...remotes: Remote[]) => ({ ...clone, remotes })

// biome-ignore format: a case is a line
test.each<[string, World, Branch, string | undefined]>([
  ['the open one of its name', shopWith(pull(6, { head: 'other' }), pull(7)), clone, 'acme/shop#7'],
  ['an open one before a merged one', shopWith(pull(9, { state: 'MERGED' }), pull(7)), clone, 'acme/shop#7'],
  ['the newest that is closed', shopWith(pull(9, { state: 'CLOSED' }), pull(7, { state: 'MERGED' })), clone, 'acme/shop#9'],
  ['not that of a branch of the same name in another fork', shopWith(pull(7, { from: 'lee' })), clone, undefined],
  ['none', { 'acme/shop': {} }, clone, undefined],
  ['that of a fork', { ...shopWith(pull(8, { from: 'lee' }), pull(7, { from: 'kim' })), 'kim/shop': {} }, forked, 'acme/shop#7'],
  [
    'that of a fork whose origin is not named',
    { ...shopWith(pull(7, { from: 'kim' })), 'kim/shop': { parent: 'acme/shop' } },
    withRemotes(remote('origin', 'kim/shop')),
    'acme/shop#7',
  ],
  [
    'one within a fork, where there is no other',
    { 'acme/shop': {}, 'kim/shop': { parent: 'acme/shop', pullRequests: [pull(2)] } },
    forked,
    'kim/shop#2',
  ],
  [
    'found though a remote leads where reading is not allowed',
    shopWith(pull(7)),
    withRemotes(remote('upstream', 'secret/shop'), remote('origin', 'acme/shop')),
    'acme/shop#7',
  ],
  [
    'that of the name that it has on the other side',
    shopWith(pull(7, { head: 'csv' })),
    { ...clone, upstream: { ...far('acme/shop', 'csv'), isDefault: false } },
    'acme/shop#7',
  ],
  [
    'that of the name under which it is pushed',
    { ...shopWith(pull(7, { head: 'csv', from: 'kim' })), 'kim/shop': {} },
    { ...forked, upstream: { ...far('acme/shop', 'main'), isDefault: true }, push: far('kim/shop', 'csv') },
    'acme/shop#7',
  ],
  [
    'not that of the branch that it was begun from',
    shopWith(pull(3, { head: 'main' })),
    { ...clone, upstream: { ...far('acme/shop', 'main'), isDefault: true } },
    undefined,
  ],
  [
    'the one that gh has written down',
    { 'acme/shop': {} },
    { ...clone, upstream: { url: 'git@github.com:acme/shop.git', ref: 'refs/pull/7/head', isDefault: false } },
    'acme/shop#7',
  ],
  [
    'that of the repository which gh takes for the base',
    { ...shopWith(pull(7)), 'acme/old': { pullRequests: [pull(1, { from: 'acme' })] } },
    withRemotes(remote('upstream', 'acme/old'), remote('origin', 'acme/shop', 'base')),
    'acme/shop#7',
  ],
  [
    'that of the repository which gh has by name',
    { 'main/shop': { pullRequests: [pull(7, { from: 'acme' })] }, 'acme/shop': {} },
    withRemotes(remote('origin', 'acme/shop', 'main/shop')),
    'main/shop#7',
  ],
  [
    'found on a later page',
    shopWith(...Array.from({ length: 120 }, (_, index) => pull(1000 + index, { from: 'lee' })), pull(7)),
    clone,
    'acme/shop#7',
  ],
])('the pull request of a branch is %s', async (_, world, branch, expected) => {
  expect(await find(world, branch)).toBe(expected)
})

describe('it is not guessed:', () => {
  test('several open ones', async () => {
    const world = { 'acme/shop': { pullRequests: [pull(7), pull(8)] } }
    expect(await failing(() => find(world, clone))).toMatchObject({
      exitCode: 2,
      code: 'several-pull-requests',
      message: 'The branch has several open pull requests: #7, #8.',
      fix: 'spell reparo --fetch --pr 7',
    })
  })

  test('a detached HEAD', async () => {
    const world = { 'acme/shop': { pullRequests: [pull(7)] } }
    expect(await failing(() => find(world, { remotes: clone.remotes }))).toMatchObject({
      exitCode: 2,
      code: 'no-branch',
    })
  })

  test('a repository that the token does not see', async () => {
    expect(await failing(() => find({}, clone))).toMatchObject({ exitCode: 1, code: 'no-such-repository' })
  })
})

test('what a repository is a fork of is known', async () => {
  const { ask } = await startGitHub({ 'kim/shop': { parent: 'acme/shop' }, 'acme/shop': {} })
  const found = await placesAround(github, ask, [{ host: 'github.com', owner: 'kim', name: 'shop' }])
  expect(found.map(nameOf)).toEqual(['kim/shop', 'acme/shop'])
})

const shop = { host: 'github.com', owner: 'acme', name: 'shop' }

describe('the URL of a remote names a repository:', () => {
  // biome-ignore format: in one paragraph
  test.each([
    'https://github.com/acme/shop', 'https://github.com/acme/shop.git', 'https://github.com/acme/shop/',
    'https://GitHub.com:443/acme/shop.git', 'https://www.github.com/acme/shop',
    'https://user:password@github.com/acme/shop.git', 'https://x-access-token:ghs_1@github.com/acme/shop',
    'http://github.com/acme/shop.git', 'git://github.com/acme/shop.git', 'git+ssh://git@github.com/acme/shop.git',
    'ssh://git@github.com/acme/shop.git', 'ssh://git@github.com:22/acme/shop.git',
    'ssh://git@ssh.github.com:443/acme/shop.git', 'git@github.com:acme/shop.git', 'git@github.com:acme/shop',
    'git@github.com:/acme/shop.git', 'github.com:acme/shop.git', 'git@ssh.github.com:acme/shop.git',
    'git@github.com-work:acme/shop.git', 'org-1234@github.com:acme/shop.git',
  ])('%s', (url) => {
    expect(repositoryOf(url)).toEqual(shop)
  })

  test.each([
    ['https://git.example.com:8443/acme/shop.git', 'git.example.com:8443'],
    ['ssh://git@git.example.com:2222/acme/shop.git', 'git.example.com'],
    ['git@acme.ghe.com:acme/shop.git', 'acme.ghe.com'],
    // Only the configuration of ssh knows it.
    ['git@work:acme/shop.git', ''],
    ['http://localhost/acme/shop', 'localhost'],
  ])('%s, of another server', (url, host) => {
    expect(repositoryOf(url)).toEqual({ ...shop, host })
  })

  test('on GitLab the owner has slashes', () => {
    const owned = { host: 'gitlab.com', owner: 'group/sub', name: 'shop' }
    expect(repositoryOf('https://gitlab.com/group/sub/shop.git')).toEqual(owned)
    expect(repositoryOf('git@gitlab.com-work:group/sub/shop.git')).toEqual(owned)
  })

  test('names have dots, dashes and what ends like a suffix', () => {
    expect(repositoryOf('git@github.com:my-org/my.repo.js.git')).toMatchObject({ owner: 'my-org', name: 'my.repo.js' })
  })

  // biome-ignore format: in one paragraph
  test.each([
    '', '/srv/git/shop.git', '../shop', 'C:\\work\\shop', 'C:/acme/shop', 'file:///acme/shop.git',
    'https://github.com', 'https://github.com/acme',
    'git@github.com:shop.git', 'https://github.com/acme/../shop', 'https://github.com/acme/sh op',
    'ext::sh -c acme/shop',
  ])('%j names none', (url) => {
    expect(repositoryOf(url)).toBeUndefined()
  })
})

describe('what is given for a pull request', () => {
  test.each([
    ['7', { number: 7 }],
    ['#7', { number: 7 }],
    ['!7', { number: 7 }],
    ['https://github.com/acme/shop/pull/7', { number: 7, repository: shop, on: 'GitHub' }],
    ['https://github.com/acme/shop/pull/7/files#diff-1', { number: 7, repository: shop, on: 'GitHub' }],
    ['https://github.com/acme/shop/pull/7?w=1', { number: 7, repository: shop, on: 'GitHub' }],
    [
      'https://gitlab.com/a/b/shop/-/merge_requests/7/diffs',
      { number: 7, repository: { host: 'gitlab.com', owner: 'a/b', name: 'shop' }, on: 'GitLab' },
    ],
  ])('%s is understood', (text, named) => {
    expect(requestNamed(text)).toEqual(named)
  })

  const others = ['https://github.com/acme/shop/issues/7', 'https://github.com/pull/7']
  test.each(['', '0', '-1', '7.5', 'seven', '1e9', ...others])('%j is not', (text) => {
    expect(requestNamed(text)).toBeUndefined()
  })
})

const page = (nodes: (number | null)[] | null, endCursor: string | null) => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
})

test('pages are put together; what cannot be seen is left out', async () => {
  const pages: Record<string, ReturnType<typeof page>> = { a: page(null, 'b'), b: page([3, null], null) }
  expect(await allOf(async (after) => (after ? pages[after] : page([1, null, 2], 'a')))).toEqual([1, 2, 3])
})

test('pages that lead in a circle end', async () => {
  expect(await failing(() => allOf(async () => page([1], 'a')))).toMatchObject({ code: 'endless' })
})

test('pages that lead nowhere are not the last', async () => {
  const nowhere = { nodes: [1], pageInfo: { hasNextPage: true, endCursor: null } }
  expect(await failing(() => allOf(async () => nowhere))).toMatchObject({ code: 'endless' })
})

import { repositoryOf, requestNamed } from '../../src/review/server'

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

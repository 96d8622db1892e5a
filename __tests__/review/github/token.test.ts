import { chmodSync } from 'node:fs'
import { delimiter } from 'node:path'
import { serverOf } from '../../../src/review/github/server'
import { tokenFor } from '../../../src/review/github/token'
import { makeFolder } from '../../support/folder'
import { failing, testOnPosix } from '../../support/posix'

const PATH = '/nowhere'

const find = (host: string, env: Readonly<Record<string, string>>) => tokenFor(serverOf(host, env), { PATH, ...env })
const api = { GITHUB_API_URL: 'https://git.example.com/api/v3' }

describe('a token from the environment', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['github.com', { GITHUB_TOKEN: 'a', GH_TOKEN: 'b' }, 'GITHUB_TOKEN'],
    ['github.com', { GITHUB_TOKEN: ' ', GH_TOKEN: 'b' }, 'GH_TOKEN'],
    ['github.com', { GH_TOKEN: ' b\n' }, 'GH_TOKEN'],
    ['git.example.com', { ...api, GITHUB_TOKEN: 'a' }, 'GITHUB_TOKEN'],
    ['git.example.com', { ...api, GH_ENTERPRISE_TOKEN: 'a' }, 'GH_ENTERPRISE_TOKEN'],
    ['git.example.com', { GH_HOST: 'git.example.com', GITHUB_ENTERPRISE_TOKEN: 'a' }, 'GITHUB_ENTERPRISE_TOKEN'],
    ['acme.ghe.com', { GH_HOST: 'acme.ghe.com', GH_TOKEN: 'a' }, 'GH_TOKEN'],
  ])('for %s of %j is %s', async (host, env, source) => {
    expect(await find(host, env)).toEqual({ source, value: env[source]?.trim() })
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['git.example.com', { GITHUB_TOKEN: 'a', GH_TOKEN: 'b' }],
    ['github.com', { GH_ENTERPRISE_TOKEN: 'a', GITHUB_ENTERPRISE_TOKEN: 'b', GH_HOST: 'github.com' }],
    ['evil.example', { GH_ENTERPRISE_TOKEN: 'a', GH_HOST: 'git.example.com' }],
    ['evil.example', { GH_ENTERPRISE_TOKEN: 'a' }],
    ['github.com', { ...api, GITHUB_TOKEN: 'a', GH_ENTERPRISE_TOKEN: 'b' }],
    ['other.ghe.com', { GH_HOST: 'acme.ghe.com', GH_TOKEN: 'a' }],
  ])('is not given to %s out of %j', async (host, env) => {
    expect(await failing(() => find(host, env))).toMatchObject({
      exitCode: 1,
      code: 'no-token',
      fix: `gh auth login --hostname ${host}`,
    })
  })

  test.each(['a b', 'a\nX-Header: b', 'ä'])('%j is none, and is not repeated', async (value) => {
    const failure = await failing(() => find('github.com', { GITHUB_TOKEN: value }))
    expect(failure).toMatchObject({ code: 'token-malformed', fix: 'unset GITHUB_TOKEN' })
    expect(failure.message).not.toContain(value)
  })
})

describe("GitHub's own tool", () => {
  /** A tool that is signed in at github.com, and says what it is told by its environment. */
  const tool = () => {
    const folder = makeFolder({
      gh: '#!/bin/sh\n[ "$1 $2 $3" = "auth token --hostname" ] || exit 2\n[ "$4" = github.com ] || exit 1\necho "stored$GITHUB_TOKEN$GH_TOKEN$GH_ENTERPRISE_TOKEN"\n',
    })
    chmodSync(`${folder.path}/gh`, 0o755)
    return { PATH: `${folder.path}${delimiter}${process.env.PATH}` }
  }

  testOnPosix('is asked where the environment has none', async () => {
    expect(await find('github.com', tool())).toEqual({ value: 'stored', source: 'gh auth token' })
  })

  testOnPosix('does not get to see tokens of other servers, which it would give away', async () => {
    const env = { ...tool(), ...api, GITHUB_TOKEN: 'a', GH_ENTERPRISE_TOKEN: 'b' }
    expect(await find('github.com', env)).toMatchObject({ value: 'stored' })
  })

  testOnPosix('may not be signed in', async () => {
    expect(await failing(() => find('git.example.com', tool()))).toMatchObject({ code: 'no-token' })
  })
})

import { homeOf, serverOf } from '../../../src/review/github/server'
import { failing } from '../../support/posix'

test.each([
  ['github.com', {}, 'https://api.github.com/graphql'],
  ['git.example.com', {}, 'https://git.example.com/api/graphql'],
  ['git.example.com:8443', {}, 'https://git.example.com:8443/api/graphql'],
  ['acme.ghe.com', {}, 'https://api.acme.ghe.com/graphql'],
  ['github.com', { GITHUB_API_URL: 'https://api.github.com' }, 'https://api.github.com/graphql'],
  ['git.example.com', { GITHUB_API_URL: 'https://git.example.com/api/v3' }, 'https://git.example.com/api/graphql'],
  [
    'git.example.com',
    { GITHUB_API_URL: 'https://git.example.com:8443/api/v3/' },
    'https://git.example.com:8443/api/graphql',
  ],
  ['acme.ghe.com', { GITHUB_API_URL: 'https://api.acme.ghe.com' }, 'https://api.acme.ghe.com/graphql'],
  // A name of ssh is of whatever server one is at home.
  ['', {}, 'https://api.github.com/graphql'],
  ['', { GITHUB_API_URL: 'https://git.example.com/api/v3' }, 'https://git.example.com/api/graphql'],
  // What GITHUB_API_URL says is of its own server only.
  ['github.com', { GITHUB_API_URL: 'https://git.example.com/api/v3' }, 'https://api.github.com/graphql'],
])('%s with %j is asked at %s', (host, env, graphql) => {
  expect(serverOf(host, env).graphql).toBe(graphql)
})

test.each([
  'api.github.com',
  'http://git.example.com/api/v3',
  'https://name:hunter2@git.example.com',
  'ftp://git.example.com',
  'http://127.0.0.1.example.com',
])('GITHUB_API_URL=%s is refused, and not repeated', async (url) => {
  const failure = await failing(() => homeOf({ GITHUB_API_URL: url }))
  expect(failure).toMatchObject({ exitCode: 2, code: 'api-url-wrong' })
  expect(JSON.stringify(failure)).not.toContain('hunter2')
})

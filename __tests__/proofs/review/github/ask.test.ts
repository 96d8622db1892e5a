import { createServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Ask, patience, withGitHub } from '../../../../src/review/github/ask'
import { parentOf } from '../../../../src/review/github/queries'
import { serverOf } from '../../../../src/review/github/server'
import { type GitHub, nobody, reply, startGitHub } from '../../../support/github-server'
import { failing } from '../../../support/posix'

// Generous for slow machines.
jest.setTimeout(60_000)

const token = { value: 'ghp_SECRET', source: 'GITHUB_TOKEN' }
const shop = { owner: 'acme', name: 'shop' }
const world = { 'acme/shop': { parent: 'origin/shop' }, 'origin/shop': {} }
const quick = { ...patience, answer: 20_000, pause: 1, tries: 3, limits: 5_000 }

/** Asks one question of the GitHub of the test. */
const ask = (
  github: GitHub,
  {
    env = {},
    within = quick,
    tell = () => {},
  }: { env?: Record<string, string>; within?: typeof quick; tell?: (text: string) => void } = {},
) =>
  withGitHub(serverOf('', { GITHUB_API_URL: github.api }), token, env, tell, (one: Ask) => one(parentOf, shop), within)

const parent = { repository: { parent: { name: 'shop', owner: { login: 'origin' } } } }

test('an answer comes back as it is, asked with the token', async () => {
  const github = await startGitHub(world)
  expect(await ask(github)).toEqual(parent)
  expect(github.asked).toEqual([{ name: 'parentOf', authorization: 'bearer ghp_SECRET', variables: shop }])
})

test('what cannot be found is nothing, not an error', async () => {
  const github = await startGitHub({})
  expect(await ask(github)).toEqual({ repository: null })
})

const later = (seconds: number) => ({
  date: 'Thu, 20 Aug 2026 15:30:00 GMT',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Date.parse('2026-08-20T15:30:00Z') / 1000 + seconds),
})

describe('a limit is waited for, as long as GitHub says,', () => {
  test('the primary and the secondary, in an answer and as a status', async () => {
    const limits: readonly (readonly [number, unknown, Readonly<Record<string, string>>])[] = [
      [200, { data: null, errors: [{ type: 'RATE_LIMITED', message: 'Limit' }] }, later(1)],
      [200, { errors: [{ type: 'RATE_LIMIT', message: 'API rate limit exceeded' }] }, later(1)],
      [403, { message: 'API rate limit exceeded' }, later(1)],
      [403, { message: 'You have exceeded a secondary rate limit.' }, { 'retry-after': '1' }],
      [429, { message: 'Slow down' }, { 'retry-after': '0' }],
    ]
    await Promise.all(
      limits.map(async ([status, document, headers]) => {
        const github = await startGitHub(world)
        github.instead.push((response) => reply(response, status, document, headers))
        const told: string[] = []
        expect(await ask(github, { tell: (text) => void told.push(text) })).toEqual(parent)
        expect(told).toEqual([`${github.host} asks to wait 1 s …`])
      }),
    )
  })

  test.each([
    [later(1800), 'for 30 minutes', 'in 30 min'],
    [{ 'retry-after': '3600' }, 'for 60 minutes', 'in 60 min'],
    [{}, 'for a minute', 'in 1 min'],
  ])('but not for ever: %j', async (headers, said, fix) => {
    const github = await startGitHub(world)
    github.instead.push((response) => reply(response, 429, {}, headers as Record<string, string>))
    expect(await failing(() => ask(github))).toMatchObject({
      exitCode: 1,
      code: 'rate-limited',
      message: expect.stringContaining(said),
      fix: `spell reparo --fetch # ${fix}`,
    })
  })

  test('all waits count together', async () => {
    const github = await startGitHub(world)
    for (let count = 0; count < 5; count++)
      github.instead.push((response) => reply(response, 429, {}, { 'retry-after': '1' }))
    expect(await failing(() => ask(github, { within: { ...quick, limits: 1_500 } }))).toMatchObject({
      code: 'rate-limited',
    })
    expect(github.asked).toHaveLength(2)
  })
})

describe('what may pass is tried again, and then told:', () => {
  test.each([500, 502, 503, 504])('%i', async (status) => {
    const github = await startGitHub(world)
    const broken: GitHub['instead'][number] = (response) =>
      reply(response, status, '<html>', { 'content-type': 'text/html' })
    github.instead.push(broken, broken)
    expect(await ask(github)).toEqual(parent)
    github.instead.push(broken, broken, broken)
    expect(await failing(() => ask(github))).toMatchObject({
      code: 'server-error',
      message: `${github.host} has a server error (${status}).`,
    })
  })

  test('a question that took GitHub too long', async () => {
    const github = await startGitHub(world)
    github.instead.push((response) =>
      reply(response, 200, { data: null, errors: [{ message: 'Something went wrong while executing your query.' }] }),
    )
    expect(await ask(github)).toEqual(parent)
  })

  test('a connection that breaks', async () => {
    const github = await startGitHub(world)
    github.instead.push((response) => response.destroy())
    expect(await ask(github)).toEqual(parent)
  })

  test('a server that does not answer', async () => {
    const github = await startGitHub(world)
    for (let count = 0; count < 3; count++) github.instead.push(() => {})
    expect(await failing(() => ask(github, { within: { ...quick, answer: 1_000 } }))).toMatchObject({
      code: 'too-slow',
    })
    expect(github.asked).toHaveLength(3)
  })

  test('a server that stops in the middle of an answer', async () => {
    const github = await startGitHub(world)
    github.instead.push((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":')
    })
    expect(await ask(github, { within: { ...quick, answer: 1_000 } })).toEqual(parent)
  })
})

describe('what does not pass is told at once:', () => {
  const saml = {
    type: 'FORBIDDEN',
    extensions: { saml_failure: true },
    message: 'Resource protected by organization SAML enforcement.',
  }
  test.each<[string, number, unknown, Readonly<Record<string, string>>, Record<string, unknown>]>([
    [
      'a token that is wrong or expired',
      401,
      { message: 'Bad credentials' },
      {},
      { code: 'token-refused', fix: expect.stringContaining('unset GITHUB_TOKEN') },
    ],
    [
      'single sign-on, as a status',
      403,
      { message: 'SAML' },
      { 'x-github-sso': 'required; url=https://github.com/orgs/acme/sso?authorization_request=A' },
      { code: 'token-needs-sso', fix: 'https://github.com/orgs/acme/sso?authorization_request=A' },
    ],
    [
      'single sign-on, in an answer',
      200,
      { data: { repository: null }, errors: [saml] },
      {},
      { code: 'token-needs-sso' },
    ],
    [
      'no access',
      403,
      { message: 'Resource not accessible by personal access token' },
      {},
      {
        code: 'no-access',
        message: expect.stringContaining('Resource not accessible'),
        fix: expect.stringMatching(/settings\/tokens$/),
      },
    ],
    [
      'a missing scope',
      200,
      { data: null, errors: [{ type: 'INSUFFICIENT_SCOPES', message: 'needs read:org' }] },
      {},
      { code: 'no-access' },
    ],
    ['no GitHub', 404, 'Not here', { 'content-type': 'text/plain' }, { code: 'not-github' }],
    [
      'a sign-in page of a network',
      200,
      '<html>Sign in</html>',
      { 'content-type': 'text/html' },
      { code: 'not-github' },
    ],
    ['what is said to be JSON and is none', 200, '{"data":', {}, { code: 'not-github' }],
    [
      'a question that GitHub does not understand',
      200,
      { errors: [{ message: "Field 'x' doesn't exist" }] },
      {},
      { code: 'refused' },
    ],
  ])('%s', async (_, status, document, headers, failure) => {
    const github = await startGitHub(world)
    github.instead.push((response) => reply(response, status, document, headers))
    expect(await failing(() => ask(github))).toMatchObject({ exitCode: 1, ...failure })
    expect(github.asked).toHaveLength(1)
  })

  test('no server there', async () => {
    const host = await nobody()
    const github = { api: `http://${host}/api/v3` } as GitHub
    expect(await failing(() => ask(github))).toMatchObject({
      code: 'offline',
      message: `${host} cannot be reached (ECONNREFUSED).`,
    })
  })
})

describe('no answer is without bounds:', () => {
  const part = Buffer.alloc(64 * 1024, 'x')

  test('a body that never ends', async () => {
    const github = await startGitHub(world)
    github.instead.push((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(part));
      }
      response.on('drain', more)
      more()
    })
    expect(await failing(() => ask(github))).toMatchObject({
      exitCode: 1,
      code: 'too-large',
      message: `${github.host} sends more than 16 MiB; a pull request has less.`,
    })
    expect(github.asked).toHaveLength(1)
  })

  test('a small body that becomes a large one', async () => {
    const github = await startGitHub(world)
    github.instead.push((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(256 * 2 ** 20, ' ')))
    })
    expect(await failing(() => ask(github))).toMatchObject({ code: 'too-large' })
    expect(github.asked).toHaveLength(1)
  })

  const often = (github: GitHub, within: typeof quick) =>
    withGitHub(
      serverOf('', { GITHUB_API_URL: github.api }),
      token,
      {},
      () => {},
      async (one) => {
        for (;;) await one(parentOf, shop)
      },
      within,
    )

  test('many that are too much together', async () => {
    const github = await startGitHub(world)
    expect(await failing(() => often(github, { ...quick, answerBytes: 1_000, allBytes: 1_000 }))).toMatchObject({
      code: 'too-large',
    })
    expect(github.asked.length).toBeGreaterThan(5)
  })

  test('pages without end', async () => {
    const github = await startGitHub(world)
    expect(await failing(() => often(github, { ...quick, questions: 20 }))).toMatchObject({ code: 'endless' })
    expect(github.asked).toHaveLength(20)
  })

  test('pages for hours', async () => {
    const github = await startGitHub(world)
    expect(await failing(() => often(github, { ...quick, whole: 300 }))).toMatchObject({ code: 'too-slow' })
  })
})

describe('what no GitHub sends is named:', () => {
  const sent = (parent: unknown) => ({ data: { repository: { parent } } })
  test.each([
    ['a list for an object', sent([]), 'repository.parent.name is missing.'],
    ['a number for a name', sent({ name: 5, owner: { login: 'a' } }), 'repository.parent.name is 5, not a text.'],
    ['nothing for an owner', sent({ name: 'a', owner: null }), 'repository.parent.owner is null, not an object.'],
    ['no owner', sent({ name: 'a' }), 'repository.parent.owner is missing.'],
    ['no repository', { data: {} }, 'repository is missing.'],
    ['a list for everything', { data: [] }, 'repository is missing.'],
    ['errors that are none', { data: null, errors: 5 }, 'errors is 5, not a list.'],
    ['an error that is none', { data: null, errors: [null] }, 'errors.0 is null, not an object.'],
    ['a long text', sent('x'.repeat(1000)), `repository.parent is "${'x'.repeat(79)} …, not an object.`],
    ['the token', sent(`bearer ${token.value}`), 'repository.parent is "bearer …", not an object.'],
  ])('%s', async (_, document, named) => {
    const github = await startGitHub(world)
    github.instead.push((response) => reply(response, 200, document))
    expect(await failing(() => ask(github))).toMatchObject({
      exitCode: 1,
      code: 'answer-malformed',
      message: `${github.host} answered as GitHub does not: ${named}`,
    })
    expect(github.asked).toHaveLength(1)
  })
})

describe('the token', () => {
  test('does not follow where it is sent to', async () => {
    const github = await startGitHub(world)
    const other = await startGitHub(world)
    github.instead.push((response) => reply(response, 307, '', { location: `http://${other.host}/api/graphql` }))
    expect(await failing(() => ask(github))).toMatchObject({ code: 'not-github' })
    expect(other.asked).toEqual([])
  })

  test('is in no error, also where the server repeats it', async () => {
    const github = await startGitHub(world)
    for (const status of [403, 422]) {
      github.instead.push((response, request) =>
        reply(response, status, { message: `no: ${request.headers.authorization}` }),
      )
      const error = await ask(github).catch((thrown: unknown) => thrown)
      const everything = `${(error as Error).stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))}`
      expect(everything).toContain('no: bearer …')
      expect(everything).not.toContain(token.value)
    }
  })
})

describe('a proxy', () => {
  const proxies: HttpServer[] = []
  afterEach(() => {
    for (const proxy of proxies.splice(0)) {
      proxy.close()
      proxy.closeAllConnections()
    }
  })

  /** Passes bytes on, and notes where to; it sees who asks it to. */
  async function startProxy() {
    const seen: { to: string; who: string | undefined }[] = []
    const proxy = createServer()
    proxy.on('connect', (request, socket) => {
      seen.push({ to: request.url ?? '', who: request.headers['proxy-authorization'] })
      const [host = '', port] = (request.url ?? '').split(':')
      const far = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        far.pipe(socket).pipe(far)
      })
      for (const end of [far, socket]) end.on('error', () => {})
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
    proxies.push(proxy)
    return { seen, address: `127.0.0.1:${(proxy.address() as AddressInfo).port}` }
  }

  test.each(['HTTP_PROXY', 'http_proxy'])('that %s names is used', async (variable) => {
    const github = await startGitHub(world)
    const { seen, address } = await startProxy()
    expect(await ask(github, { env: { [variable]: `http://name:word@${address}` } })).toEqual(parent)
    expect(seen).toEqual([{ to: github.host, who: `Basic ${Buffer.from('name:word').toString('base64')}` }])
  })

  test('is not used where NO_PROXY says so', async () => {
    const github = await startGitHub(world)
    const { seen, address } = await startProxy()
    expect(await ask(github, { env: { HTTP_PROXY: `http://${address}`, NO_PROXY: '127.0.0.1' } })).toEqual(parent)
    expect(seen).toEqual([])
  })

  test('that is not there is no way to the network', async () => {
    const github = await startGitHub(world)
    const proxy = `http://name:word@${await nobody()}`
    const error = await failing(() => ask(github, { env: { HTTP_PROXY: proxy } }))
    expect(error).toMatchObject({ code: 'offline' })
    expect(JSON.stringify(error)).not.toContain('word')
  })

  test('that is no address is said, without its password', async () => {
    const github = await startGitHub(world)
    const error = await failing(() => ask(github, { env: { HTTP_PROXY: 'name:word@:x' } }))
    expect(error).toMatchObject({ exitCode: 2, code: 'proxy-wrong' })
    expect(JSON.stringify(error)).not.toContain('word')
  })
})

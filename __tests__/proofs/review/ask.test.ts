import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { askThrough, patience } from '../../../src/review/ask'
import { github as gitHub } from '../../../src/review/github/github'
import { parentOf } from '../../../src/review/github/queries'
import { gitlab } from '../../../src/review/gitlab/gitlab'
import { discussionsOf, replyTo } from '../../../src/review/gitlab/questions'
import { serverAt } from '../../../src/review/servers'
import { makeFolder } from '../../support/folder'
import { describeWithGh, standInGh } from '../../support/gh'
import { type GitHub, nowhere, reply, secret, startGitHub } from '../../support/github-server'
import { type GitLab, standInGlab, startGitLab, token } from '../../support/gitlab-server'
import { describeOnPosix, failing, testOnPosix } from '../../support/posix'

const shop = { owner: 'acme', name: 'shop' }
const world = { 'acme/shop': { parent: 'origin/shop' }, 'origin/shop': {} }
const parent = { repository: { parent: { name: 'shop', owner: { login: 'origin' } } } }

const ask = ({ host, env }: Pick<GitHub, 'host' | 'env'>, within = patience) =>
  askThrough(gitHub, host, env, 'spell again', within)(parentOf, shop)

type Instead = GitHub['instead'][number]
const says =
  (status: number, document: unknown, headers: Readonly<Record<string, string>> = {}): Instead =>
  (response) =>
    reply(response, status, document, headers)
const html = { 'content-type': 'text/html' }

describeWithGh('the real gh (skipped where gh and openssl are not installed)', () => {
  test('brings an answer as it is, with its token', async () => {
    const github = await startGitHub(world, true)
    expect(await ask(github)).toEqual(parent)
    expect(github.asked).toMatchObject([{ name: 'parentOf', authorization: `token ${secret}`, variables: shop }])
  })

  test('finds nothing, which is no error', async () => {
    expect(await ask(await startGitHub({}, true))).toEqual({ repository: null })
  })

  // biome-ignore format: a case is a line
  test.each<[string, Instead, object]>([
    ['a token that is wrong or expired', says(401, { message: 'Bad credentials' }), { code: 'not-signed-in', fix: expect.stringMatching(/^gh auth login --hostname localhost:\d+$/) }],
    [
      'no right',
      says(403, { message: 'Resource not accessible by personal access token' }),
      {
        code: 'no-access',
        message: expect.stringContaining('Resource not accessible by personal access token'),
        fix: expect.stringMatching(/^gh auth refresh .* --scopes repo {3}# if the account itself may not: gh auth login /),
      },
    ],
    [
      'a missing scope',
      says(200, { data: null, errors: [{ type: 'INSUFFICIENT_SCOPES', message: 'needs read:org' }] }),
      { code: 'no-access', message: expect.stringContaining('needs read:org') },
    ],
    ['single sign-on', says(403, { message: 'Resource protected by SAML.' }), { code: 'no-access' }],
    [
      'a rate limit',
      says(200, { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] }),
      { code: 'rate-limited', fix: expect.stringContaining('gh api rate_limit') },
    ],
    ['a second rate limit', says(403, { message: 'You have exceeded a secondary rate limit.' }), { code: 'rate-limited' }],
    ['trouble of the server', says(500, '<html>', html), { code: 'server-error', fix: 'spell again' }],
    ['a question that takes GitHub too long', says(200, { data: null, errors: [{ message: 'Something went wrong while executing your query.' }] }), { code: 'server-error' }],
    ['a request without a token', says(403, { message: 'API rate limit exceeded for 1.2.3.4. Authenticated requests get a higher rate limit.' }), { code: 'not-signed-in' }],
    ['half an answer', says(200, '{"data":', { 'content-length': '100' }), { code: 'offline' }],
    ['a connection that breaks', (response) => response.destroy(), { code: 'offline' }],
    ['no GitHub', says(404, 'Not here', html), { code: 'not-github' }],
    ['a sign-in page of a network', says(200, '<html>Sign in</html>', html), { code: 'not-github' }],
    [
      'a question that GitHub does not understand',
      says(200, { errors: [{ message: "Field 'x' doesn't exist" }] }),
      { code: 'refused', message: expect.stringContaining("Field 'x' doesn't exist") },
    ],
    ['no answer', () => {}, { code: 'too-slow', fix: 'spell again' }],
  ])('tells %s, once', async (what, instead, failure) => {
    const github = await startGitHub(world, true)
    github.instead.push((response, request) => {
      if (what === 'half an answer') setTimeout(() => response.destroy(), 100)
      instead(response, request)
    })
    const within = what === 'no answer' ? { ...patience, answer: 2_000 } : patience
    expect(await failing(() => ask(github, within))).toMatchObject({ exitCode: 1, ...failure })
    expect(github.asked).toHaveLength(1)
  })

  test('tells that it is signed in nowhere', async () => {
    const env = { PATH: process.env.PATH ?? '', HOME: makeFolder().path }
    expect(await failing(() => ask({ host: 'github.com', env }))).toMatchObject({
      code: 'not-signed-in',
      fix: 'gh auth login --hostname github.com',
    })
  })

  test('tells that there is no server, and that a certificate is not trusted', async () => {
    const away = await nowhere()
    const env = { ...away.env, PATH: process.env.PATH ?? '' }
    expect(await failing(() => ask({ ...away, env }))).toMatchObject({ code: 'offline' })
    const github = await startGitHub(world, true)
    const refused = await failing(() => ask({ ...github, env: { ...github.env, SSL_CERT_FILE: '/nowhere' } }))
    expect(refused).toMatchObject({ code: 'refused', message: expect.stringContaining('x509') })
  })

  test('gives a token of the environment to its own server only', async () => {
    const github = await startGitHub(world, true)
    const tokens = { GH_TOKEN: 'a', GITHUB_TOKEN: 'b', GH_ENTERPRISE_TOKEN: 'c', GITHUB_ENTERPRISE_TOKEN: 'd' }
    const env = { ...github.env, ...tokens, HOME: makeFolder().path }
    await ask({ ...github, env: { ...env, GH_HOST: 'git.example.com' } }).catch(() => {})
    expect(github.asked.filter(({ authorization }) => authorization !== '')).toEqual([])
    await ask({ ...github, env: { ...env, GH_HOST: '', GITHUB_SERVER_URL: `https://${github.host}` } })
    expect(github.asked.at(-1)?.authorization).toBe('token c')
  })

  test('has no color, no hint and no trace of the request, whatever the environment says', async () => {
    const github = await startGitHub(world, true)
    const loud = { CLICOLOR_FORCE: '1', GH_FORCE_TTY: '80', GH_DEBUG: 'api', GH_PAGER: 'false' }
    expect(await ask({ ...github, env: { ...github.env, ...loud } })).toEqual(parent)
  })
})

describeOnPosix('gh', () => {
  test('gets the question by its input, and nothing of it as an argument', async () => {
    const github = await startGitHub(world)
    expect(await ask(github)).toEqual(parent)
    expect(github.asked[0]).toMatchObject({ argv: 'api graphql --input -', variables: shop })
  })

  test('that is not installed is told', async () => {
    const { host } = await nowhere()
    expect(await failing(() => ask({ host, env: { PATH: makeFolder().path } }))).toMatchObject({
      exitCode: 1,
      code: 'no-gh',
      message: expect.stringContaining('https://cli.github.com'),
      fix: `gh auth login --hostname ${host}`,
    })
  })

  test('is never taken from a folder that is relative to the working directory', async () => {
    const [folder = ''] = standInGh('#!/bin/sh\ntouch "$0.ran"\n').split(':')
    const here = process.cwd()
    process.chdir(folder)
    try {
      for (const PATH of ['', '.', ':', './', 'x/..'])
        expect(await failing(() => ask({ host: 'github.com', env: { PATH } }))).toMatchObject({ code: 'no-gh' })
    } finally {
      process.chdir(here)
    }
    expect(await failing(() => ask({ host: 'github.com', env: { PATH: folder } }))).not.toMatchObject({ code: 'no-gh' })
  })
})

describeOnPosix('no answer is without bounds:', () => {
  const often = async ({ host, env }: GitHub, within: typeof patience) => {
    const one = askThrough(gitHub, host, env, 'spell again', within)
    for (;;) await one(parentOf, shop)
  }

  test('a body that never ends', async () => {
    const { host } = await nowhere()
    expect(await failing(() => ask({ host, env: { PATH: standInGh('#!/bin/sh\nexec yes\n') } }))).toMatchObject({
      exitCode: 1,
      code: 'too-large',
    })
  })

  test.each([
    ['many that are too much together', { answerBytes: 1_000, allBytes: 1_000 }, 'too-large'],
    ['pages without end', { questions: 5 }, 'endless'],
    ['pages for hours', { whole: 1_000 }, 'too-slow'],
  ])('%s', async (_, within, code) => {
    const github = await startGitHub(world)
    expect(await failing(() => often(github, { ...patience, ...within }))).toMatchObject({ code })
  })
})

const asking = { project: 'acme/web/shop', number: 7, page: '1' }
const asksGitLab = ({ host, env }: Pick<GitLab, 'host' | 'env'>, within = patience) =>
  askThrough(gitlab, host, env, 'spell again', within)(discussionsOf, asking)

const hasGlab = spawnSync('glab', ['--version']).status === 0
;(hasGlab ? test : test.skip)('the real glab takes the arguments (skipped where glab is not installed)', () => {
  const { stdout } = spawnSync('glab', ['api', '--help'], { encoding: 'utf8' })
  for (const option of ['--hostname', '--method', '--header', '--input']) expect(stdout).toContain(option)
})

describeOnPosix('glab', () => {
  test('gets a question as an address, and what it is to write by its input', async () => {
    const lab = await startGitLab([{ id: 'd1', notes: [{ id: 1, body: 'a' }] }])
    const ask = askThrough(gitlab, lab.host, lab.env, 'spell again')
    expect(await ask(discussionsOf, asking)).toMatchObject([{ id: 'd1' }])
    await ask(replyTo, { project: 'acme/web/shop', number: 7, discussion: 'd1', body: 'Done.' })
    const at = 'projects/acme%2Fweb%2Fshop/merge_requests/7/discussions'
    expect(lab.asked).toMatchObject([
      { argv: `api ${at}?per_page=100&page=1`, token },
      {
        argv: `api ${at}/d1/notes --method POST --header Content-Type: application/json --input -`,
        body: { body: 'Done.' },
      },
    ])
  })

  // biome-ignore format: a case is a line
  test.each<[string, Instead, object]>([
    ['a token that is wrong or expired', says(401, { message: '401 Unauthorized' }), { code: 'not-signed-in', fix: expect.stringMatching(/^glab auth login --hostname localhost:\d+$/) }],
    ['no right', says(403, { message: '403 Forbidden' }), { code: 'no-access', fix: expect.stringMatching(/^glab auth login .* scope api$/) }],
    ['a missing scope', says(403, { error: 'insufficient_scope', error_description: 'needs api' }), { code: 'no-access', message: expect.stringContaining('needs api') }],
    ['a rate limit', says(429, 'Retry later\n', html), { code: 'rate-limited', fix: 'spell again # later' }],
    ['trouble of the server', says(500, { message: '500 Internal Server Error' }), { code: 'server-error', fix: 'spell again' }],
    ['half an answer', says(200, '[{"id":', { 'content-length': '100' }), { code: 'offline' }],
    ['no GitLab', says(404, 'Not here', html), { code: 'not-gitlab' }],
    ['a sign-in page of a network', says(200, '<html>Sign in</html>', html), { code: 'not-gitlab' }],
    ['another form', says(200, [{ id: 5 }]), { code: 'answer-malformed', message: expect.stringContaining('as GitLab does not: 0.id: ') }],
    ['no answer', () => {}, { code: 'too-slow', fix: 'spell again' }],
  ])('tells %s, once', async (what, instead, failure) => {
    const lab = await startGitLab()
    lab.instead.push((response, request) => {
      if (what === 'half an answer') setTimeout(() => response.destroy(), 100)
      instead(response, request)
    })
    const within = what === 'no answer' ? { ...patience, answer: 2_000 } : patience
    expect(await failing(() => asksGitLab(lab, within))).toMatchObject({ exitCode: 1, ...failure })
    expect(lab.asked).toHaveLength(1)
  })

  test('finds nothing, which is no error', async () => {
    const lab = await startGitLab()
    expect(await askThrough(gitlab, lab.host, lab.env, 'a')(discussionsOf, { ...asking, number: 8 })).toBe(null)
  })

  test('that is not installed, or reaches no server, is told', async () => {
    const { host } = await nowhere()
    const fix = `glab auth login --hostname ${host}`
    expect(await failing(() => asksGitLab({ host, env: { PATH: makeFolder().path } }))).toMatchObject({
      code: 'no-glab',
      fix,
    })
    const env = { GITLAB_HOST: host, PATH: standInGlab() }
    expect(await failing(() => asksGitLab({ host, env }))).toMatchObject({ code: 'offline' })
  })

  test('gives a token of the environment to its own server only', async () => {
    const lab = await startGitLab()
    await asksGitLab({ ...lab, env: { ...lab.env, GITLAB_HOST: 'git.example.com' } })
    await asksGitLab({ ...lab, env: { ...lab.env, GITLAB_HOST: '', CI_SERVER_URL: `https://${lab.host}` } })
    expect(lab.asked.map((each) => each.token)).toEqual(['', token])
  })
})

describeOnPosix('which server a host is', () => {
  test.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['by its name', 'gitlab.example.com', {}, 'GitLab'],
    ['by its name', 'github.example.com', {}, 'GitHub'],
    ['as a part of GitHub', 'acme.ghe.com', {}, 'GitHub'],
    ['by the environment', 'git.example.com', { GITLAB_HOST: 'https://git.example.com/' }, 'GitLab'],
    ['by a run', 'git.example.com:8443', { CI_SERVER_URL: 'https://git.example.com:8443' }, 'GitLab'],
  ])('is known %s: %s', async (_, host, env, title) => {
    expect((await serverAt(host, env)).title).toBe(title)
  })

  const exits = (code: number) => `#!/bin/sh\n[ "$*" = "auth status --hostname git.example.com" ] && exit ${code}\n`
  const programs = (scripts: Readonly<Record<string, string>>) => {
    const folder = makeFolder(scripts)
    for (const name of Object.keys(scripts)) chmodSync(`${folder.path}/${name}`, 0o755)
    return { PATH: folder.path }
  }
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['the one that is signed in', { gh: exits(1), glab: exits(0) }, 'GitLab'],
    ['GitHub, if both are', { gh: exits(0), glab: exits(0) }, 'GitHub'],
    ['that of the only program', { glab: exits(1) }, 'GitLab'],
  ])('is otherwise %s', async (_, scripts, title) => {
    expect((await serverAt('git.example.com', programs(scripts))).title).toBe(title)
  })

  test.each([[{ gh: exits(1), glab: exits(1) }], [{}]])('is asked if unclear', async (scripts) => {
    expect(await failing(() => serverAt('git.example.com', programs(scripts)))).toMatchObject({
      exitCode: 2,
      code: 'which-server',
      message: 'Is git.example.com a GitHub or a GitLab server? Neither gh nor glab is signed in there.',
      fix: 'gh auth login --hostname git.example.com   # or, for GitLab: glab auth login --hostname git.example.com',
    })
  })
})

const sent = (parent: unknown) => ({ data: { repository: { parent } } })
// biome-ignore format: a case is a line
testOnPosix.each([
  ['a list for an object', sent([]), /^repository.parent.name: .* received undefined\.$/],
  ['nothing for an owner', sent({ name: 'a', owner: null }), /^repository.parent.owner: .* Object but received null\.$/],
  ['no repository', { data: {} }, /^repository: .* received undefined\.$/],
  ['errors that are none', { data: null, errors: 5 }, /^errors: .* Array but received 5\.$/],
  ['an error that is none', { data: null, errors: [null] }, /^errors.0: .* received null\.$/],
  ['a long text', sent('x'.repeat(1000)), /^repository.parent: .* received "x{200,300} …\.$/],
])('what no GitHub sends is named: %s', async (_, document, named) => {
  const { host } = await nowhere()
  const { path } = makeFolder({ answer: JSON.stringify(document) })
  const env = { PATH: standInGh(`#!/bin/sh\ncat '${path}/answer'\n`) }
  const { exitCode, code, message } = await failing(() => ask({ host, env }))
  expect({ exitCode, code }).toEqual({ exitCode: 1, code: 'answer-malformed' })
  expect(message.replace(`${host} answered as GitHub does not: `, '')).toMatch(named)
})

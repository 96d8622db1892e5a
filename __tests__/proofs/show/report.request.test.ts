import { commentOnRequest, reportMarkdown } from '../../../src/show/report'
import { makeFolder } from '../../support/folder'
import { type GitHub, nowhere, type RemarkWorld, reply, startGitHub } from '../../support/github-server'
import { startGitLab } from '../../support/gitlab-server'
import { failing } from '../../support/posix'
import { sampleReport } from '../../support/sample-report'

// Generous for slow machines.
jest.setTimeout(60_000)

const commit = 'c'.repeat(40)
const event = JSON.stringify({ pull_request: { number: 7, head: { sha: commit } } })
const report = sampleReport('Orders', { workflow: 'engineer', work: 'task', folder: '.ai/task' })

const comment = (github: Pick<GitHub, 'env' | 'host'>, more = {}, markdown = reportMarkdown(report), below = '') => {
  const place = makeFolder({ 'event.json': event }).path
  const run = {
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '42',
    GITHUB_SERVER_URL: `https://${github.host}`,
    GITHUB_EVENT_PATH: `${place}/event.json`,
    GITHUB_WORKSPACE: place,
  }
  return commentOnRequest(report, markdown, `${place}${below}`, { ...github.env, ...run, ...more })
}

const start = (...comments: readonly RemarkWorld[]) =>
  startGitHub({ 'acme/shop': { pullRequests: [{ number: 7, comments }] } })

test('one comment is added, and changed from then on', async () => {
  const github = await start({ id: 1, body: 'Looks good.' })
  const first = await comment(github)
  expect(await comment(github, {}, 'Complete: 5 of 5 criteria met\n')).toEqual(first)
  expect(github.comments.size).toBe(2)
  const [, text = ''] = [...github.comments.values()]
  expect(text).toBe(
    [
      '<!-- spell report engineer task -->',
      'Complete: 5 of 5 criteria met',
      '',
      `At [\`ccccccc\`](https://${github.host}/acme/shop/commit/${commit}): [the files](https://${github.host}/acme/shop/tree/${commit}/.ai/task), [the page](https://${github.host}/acme/shop/actions/runs/42#artifacts).`,
      '',
    ].join('\n'),
  )
  const adding = ['pullRequest', 'addComment', 'pullRequest']
  expect(github.asked.map(({ name }) => name)).toEqual([...adding, 'pullRequest', 'changeComment'])
})

test('a merge request of GitLab gets one, too, by the variables of its pipeline; a deleted one is written again', async () => {
  const gitlab = await startGitLab()
  const web = `https://${gitlab.host}/acme/web/shop`
  const { path } = makeFolder()
  const run = {
    ...gitlab.env,
    GITLAB_HOST: undefined,
    CI_SERVER_URL: `http://${gitlab.host}`,
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_PROJECT_URL: web,
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
    CI_COMMIT_SHA: commit,
    CI_PIPELINE_URL: `${web}/-/pipelines/1`,
    CI_JOB_URL: `${web}/-/jobs/2`,
    CI_PROJECT_DIR: path,
  }
  const keep = (text: string) => commentOnRequest(report, text, `${path}/api`, run)
  const first = await keep('Complete: 4 of 5 criteria met\n')
  expect(first).toEqual({ url: `${web}/-/merge_requests/7#note_1001` })
  expect(await keep('Complete: 5 of 5 criteria met\n')).toEqual(first)
  const links = `At [\`ccccccc\`](${web}/-/commit/${commit}): [the files](${web}/-/tree/${commit}/api/.ai/task), [the page](${web}/-/jobs/2/artifacts/browse).`
  const texts = () => gitlab.discussions.flatMap(({ notes }) => notes.map(({ body }) => body))
  expect(texts()).toEqual([`<!-- spell report engineer task -->\nComplete: 5 of 5 criteria met\n\n${links}\n`])
  gitlab.discussions.splice(0)
  await keep('new')
  expect(texts()).toEqual([expect.stringContaining('new')])
})

test('ours is found behind a hundred others, and one that only looks like it is left alone', async () => {
  const mark = '<!-- spell report engineer task -->\n'
  const others = Array.from({ length: 120 }, (_, id): RemarkWorld => ({ id, body: id === 3 ? mark : 'x' }))
  const github = await start(...others, { id: 500, body: `${mark}old`, mine: true })
  await comment(github, {}, 'new')
  const changed = [...github.comments.values()].filter((text) => text.includes('new'))
  expect([github.comments.size, changed.length]).toEqual([121, 1])
  expect(github.comments.get('https://github.com/acme/shop/pull/7#issuecomment-3')).toBe(mark)
})

test('a long report is cut at a line, and says where the rest is', async () => {
  const github = await start()
  await comment(github, {}, Array.from({ length: 9_000 }, (_, line) => `line ${line}`).join('\n'))
  const [text = ''] = [...github.comments.values()]
  expect(text.length).toBeLessThan(65_536)
  expect(text).toMatch(
    /\nline \d+\n\n_[\d,]+ more lines are in the \[summary of the run\]\(.*\/actions\/runs\/42\)\._\n\n/,
  )
})

test('the files are those of the folder in the repository', async () => {
  const github = await start()
  await comment(github, {}, 'x', '/packages/api')
  expect([...github.comments.values()][0]).toContain(`/tree/${commit}/packages/api/.ai/task)`)
})

const message = 'Resource not accessible by integration'
test.each([
  ['may not write', { status: 200, errors: [{ type: 'FORBIDDEN', message }] }],
  ['is not known', { status: 403, message }],
])('a token that %s is a warning, as for the pull request of a fork', async (_, { status, ...document }) => {
  const github = await start()
  for (const _ of [1, 2]) github.instead.push((response) => reply(response, status, document))
  expect(await comment(github)).toEqual({ warning: expect.stringMatching(/^The report was not posted\. /) })
  expect(github.comments.size).toBe(0)
})

test('without a token it is a warning, too', async () => {
  const github = await start()
  const warning = expect.stringContaining('gh is not signed in')
  github.instead.push((response) => reply(response, 401, { message: 'Requires authentication' }))
  expect(await comment(github)).toEqual({ warning })
})

test('outside of a run for a pull request it is refused, with another way', async () => {
  const github = await startGitHub({})
  for (const more of [{ GITHUB_EVENT_PATH: undefined }, { GITHUB_REPOSITORY: undefined }]) {
    const refused = await failing(() => comment(github, more))
    expect(refused).toMatchObject({ code: 'no-pull-request', fix: 'spell report | gh pr comment --body-file -' })
  }
  const inPipeline = await failing(() => comment(github, { GITHUB_EVENT_PATH: undefined, GITLAB_CI: 'true' }))
  expect(inPipeline).toMatchObject({ fix: 'glab mr note --message "$(spell report)"' })
})

test('what GitHub does not have, and a GitHub that is not there, are errors', async () => {
  const github = await startGitHub({ 'acme/shop': {} })
  const fix = `gh auth status --hostname ${github.host}`
  expect(await failing(() => comment(github))).toMatchObject({ code: 'no-such-pull-request', fix })
  const away = await nowhere()
  expect(await failing(() => comment(away))).toMatchObject({
    code: 'offline',
    fix: 'spell report --comment # once it can',
  })
})

const again = 'spell report --comment'
test.each([
  ['server-error', 500, {}, again],
  ['rate-limited', 429, {}, `${again} # later; gh api rate_limit --hostname HOST says when`],
])('what helps against %s is said for this command', async (code, status, document, fix) => {
  const github = await start()
  for (const _ of [1, 2]) github.instead.push((response) => reply(response, status, document))
  const failure = await failing(() => comment(github))
  expect(failure).toMatchObject({ code, fix: fix.replace('HOST', github.host) })
})

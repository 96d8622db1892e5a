import { join } from 'node:path'
import { ciRunOf, withoutBase } from '../../src/check/ci-run'
import { makeFolder } from '../support/folder'

const [target, source, before] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string]
const request = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'merge_request_event', CI_COMMIT_SHA: source }
const noCommit = '0'.repeat(40)

test('a push to GitLab is merged, and goes on from the commit before it', () => {
  const push = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BEFORE_SHA: before }
  expect(ciRunOf(push)).toEqual({ before, isMerged: true })
})

test('the first push of a branch has nothing before it', () => {
  const push = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BEFORE_SHA: noCommit }
  expect(ciRunOf(push).before).toBeUndefined()
})

describe('a push to a branch that is merged by request is judged as that will be', () => {
  const onGitLab = {
    GITLAB_CI: 'true',
    CI_PIPELINE_SOURCE: 'push',
    CI_COMMIT_BEFORE_SHA: before,
    CI_DEFAULT_BRANCH: 'main',
  }
  const asRequest = { base: 'origin/main', isMerged: false }
  const asMerged = { before, isMerged: true }
  test.each([
    ['a branch of GitLab', { CI_COMMIT_BRANCH: 'export' }, asRequest],
    ['one that was started by hand', { CI_COMMIT_BRANCH: 'export', CI_PIPELINE_SOURCE: 'web' }, asRequest],
    ['the default branch', { CI_COMMIT_BRANCH: 'main' }, asMerged],
    ['a protected branch', { CI_COMMIT_BRANCH: 'v1', CI_COMMIT_REF_PROTECTED: 'true' }, asMerged],
    ['a tag', { CI_COMMIT_TAG: 'v1' }, asMerged],
  ])('%s', (_, env, run) => {
    expect(ciRunOf({ ...onGitLab, ...env })).toEqual(run)
  })

  test.each([
    ['a branch of GitHub', 'refs/heads/export', {}, asRequest],
    ['the default branch', 'refs/heads/main', {}, asMerged],
    ['a protected branch', 'refs/heads/v1', { GITHUB_REF_PROTECTED: 'true' }, asMerged],
    ['a tag', 'refs/tags/v1', {}, asMerged],
  ])('%s there', (_, ref, env, run) => {
    const folder = makeFolder({ event: JSON.stringify({ ref, before, repository: { default_branch: 'main' } }) })
    expect(ciRunOf({ ...env, GITHUB_EVENT_PATH: join(folder.path, 'event') })).toEqual(run)
  })
})

test('a merge request is judged by its own commit; a merged result builds on what the target is now', () => {
  const detached = { ...request, CI_MERGE_REQUEST_DIFF_BASE_SHA: target, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' }
  expect(ciRunOf(detached)).toEqual({ base: target, head: source, isMerged: false })
  const ofBoth = { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: source, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: target }
  const merged = { ...detached, ...ofBoth, CI_MERGE_REQUEST_DIFF_BASE_SHA: before, CI_COMMIT_SHA: before }
  expect(ciRunOf(merged)).toEqual({ base: target, head: source, isMerged: false })
})

test('a merge train is a queue: it is merged, onto what the train builds on', () => {
  const train = {
    ...request,
    CI_MERGE_REQUEST_EVENT_TYPE: 'merge_train',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: before,
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: target,
  }
  expect(ciRunOf(train)).toEqual({ base: target, isMerged: true })
})

test('a request of GitHub is one whatever its output is, and elsewhere no run says anything', () => {
  expect(ciRunOf({ GITHUB_BASE_REF: 'main' }).base).toBe('origin/main')
  expect(ciRunOf({ CI: 'true' })).toEqual({ isMerged: false })
})

describe('a run without a base', () => {
  const event = (said: object) => ({
    GITHUB_EVENT_PATH: join(makeFolder({ event: JSON.stringify(said) }).path, 'event'),
  })
  const onGitHub = { before: noCommit, repository: { default_branch: 'main' } }
  const onGitLab = { GITLAB_CI: 'true', CI_COMMIT_BEFORE_SHA: noCommit, CI_DEFAULT_BRANCH: 'main' }
  test.each<[string, () => Readonly<Record<string, string>>, string]>([
    [
      'a schedule of GitLab',
      () => ({ ...onGitLab, CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main' }),
      'COMMIT',
    ],
    ['a tag of GitLab', () => ({ ...onGitLab, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: 'v1' }), 'COMMIT'],
    ['the first push there', () => ({ ...onGitLab, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' }), 'COMMIT'],
    ['a schedule of GitHub', () => event({ schedule: '0 4 * * *' }), 'COMMIT'],
    ['a tag of GitHub', () => event({ ...onGitHub, ref: 'refs/tags/v1' }), 'COMMIT'],
    [
      'the first push of a protected branch',
      () => ({ ...event({ ...onGitHub, ref: 'refs/heads/v1' }), GITHUB_REF_PROTECTED: 'true' }),
      'COMMIT',
    ],
    ['a run of GitHub whose event cannot be read', () => ({ GITHUB_EVENT_PATH: '/nowhere' }), 'origin/main'],
    ['Bitbucket, CircleCI, Travis', () => ({ CI: 'true' }), 'origin/main'],
    ['Azure Pipelines', () => ({ TF_BUILD: 'True' }), 'origin/main'],
    ['Jenkins', () => ({ JENKINS_URL: 'https://ci' }), 'origin/main'],
    ['TeamCity', () => ({ TEAMCITY_VERSION: '2026.1' }), 'origin/main'],
    ['CodeBuild', () => ({ CODEBUILD_BUILD_ID: 'a:1' }), 'origin/main'],
  ])('says so: %s', (_, envOf, base) => {
    const env = envOf()
    const run = ciRunOf(env)
    expect([run.base, run.before]).toEqual([undefined, undefined])
    expect(withoutBase(run, env)).toEqual([expect.stringMatching(`There is no base .*: spell check --base ${base}$`)])
  })

  test('has nothing to say on a desk', () => {
    expect(withoutBase(ciRunOf({}), {})).toEqual([])
  })
})

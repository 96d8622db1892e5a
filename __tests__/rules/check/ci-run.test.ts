import { join } from 'node:path'
import { ciRunOf } from '../../../src/rules/check/ci-run'
import { makeFolder } from '../../support/folder'

const [target, source, before] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string]
const request = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'merge_request_event', CI_COMMIT_SHA: source }
const noCommit = '0'.repeat(40)

test('a push to GitLab is merged, and goes on from the commit before it', () => {
  const push = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BEFORE_SHA: before }
  expect(ciRunOf(false, push)).toEqual({ before, isMerged: true })
})

test('the first push of a branch has nothing before it', () => {
  const push = { GITLAB_CI: 'true', CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BEFORE_SHA: noCommit }
  expect(ciRunOf(false, push).before).toBeUndefined()
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
    expect(ciRunOf(false, { ...onGitLab, ...env })).toEqual(run)
  })

  test.each([
    ['a branch of GitHub', 'refs/heads/export', {}, asRequest],
    ['the default branch', 'refs/heads/main', {}, asMerged],
    ['a protected branch', 'refs/heads/v1', { GITHUB_REF_PROTECTED: 'true' }, asMerged],
    ['a tag', 'refs/tags/v1', {}, asMerged],
  ])('%s there', (_, ref, env, run) => {
    const folder = makeFolder({ event: JSON.stringify({ ref, before, repository: { default_branch: 'main' } }) })
    expect(ciRunOf(true, { ...env, GITHUB_EVENT_PATH: join(folder.path, 'event') })).toEqual(run)
  })
})

test('a merge request is judged by its own commit; a merged result builds on what the target is now', () => {
  const detached = { ...request, CI_MERGE_REQUEST_DIFF_BASE_SHA: target, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' }
  expect(ciRunOf(false, detached)).toEqual({ base: target, head: source, isMerged: false })
  const ofBoth = { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: source, CI_MERGE_REQUEST_TARGET_BRANCH_SHA: target }
  const merged = { ...detached, ...ofBoth, CI_MERGE_REQUEST_DIFF_BASE_SHA: before, CI_COMMIT_SHA: before }
  expect(ciRunOf(false, merged)).toEqual({ base: target, head: source, isMerged: false })
})

test('a merge train is a queue: it is merged, onto what the train builds on', () => {
  const train = {
    ...request,
    CI_MERGE_REQUEST_EVENT_TYPE: 'merge_train',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: before,
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: target,
  }
  expect(ciRunOf(false, train)).toEqual({ base: target, isMerged: true })
})

test('elsewhere no run says anything, and GitHub only where its format is asked for', () => {
  expect(ciRunOf(false, { GITHUB_BASE_REF: 'main' })).toEqual({ isMerged: false })
  expect(ciRunOf(true, { GITHUB_BASE_REF: 'main' }).base).toBe('origin/main')
})

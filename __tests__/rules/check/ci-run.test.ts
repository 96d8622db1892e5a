import { ciRunOf } from '../../../src/rules/check/ci-run'

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

test('a merge request is judged by its own commit, also where a merge of it is checked out', () => {
  const detached = { ...request, CI_MERGE_REQUEST_DIFF_BASE_SHA: target, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '' }
  expect(ciRunOf(false, detached)).toEqual({ base: target, head: source, isMerged: false })
  const merged = { ...detached, CI_COMMIT_SHA: before, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: source }
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

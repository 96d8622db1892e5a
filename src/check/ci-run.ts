import { readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import type { CommandContext } from '../cli/command'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { attemptOr } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { visible } from '../text/markdown/visible'

type Env = CommandContext['env']

/** What the host of a check says of the run that it is part of, the same of each host. */
export interface CiRun {
  /** For a pull request what it goes to; for a merge queue what it builds on. */
  readonly base?: string | undefined
  /** For a push the previous commit of the branch. */
  readonly before?: string | undefined
  /** For a pull request its own commit: what is checked out may be a merge of it. */
  readonly head?: string | undefined
  /** Whether what is checked out is merged already, or in a merge queue. */
  readonly isMerged: boolean
}

/** @returns what GitLab or GitHub says, whatever output is asked for; anywhere else nothing */
export const ciRunOf = (env: Env): CiRun => (env.GITLAB_CI ? gitLabRunOf(env) : gitHubRunOf(env))

/** What tells a run of CI, on any host: not every one sets `CI`. */
const marks = [
  'CI',
  'GITLAB_CI',
  'GITHUB_ACTIONS',
  'GITHUB_EVENT_PATH',
  'TF_BUILD',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'CODEBUILD_BUILD_ID',
]

/**
 * @param isMerged as the run says
 * @returns what to warn of in CI if no base is known: the run is of a schedule or a tag, a branch is new, or its host says nothing
 */
export function withoutBase({ isMerged }: CiRun, env: Env): string[] {
  if (!marks.some((mark) => env[mark])) return []
  const what = 'There is no base to compare with, so a record that was removed or rewritten is not found'
  // To itself, a branch has lost nothing.
  return [`${what}: spell check --base ${isMerged ? 'COMMIT' : 'origin/main'}`]
}

/** A run that is for no request: its branch, the default one, and the previous commit of the branch. */
interface Pushed {
  readonly branch: string | undefined
  readonly main: string | undefined
  readonly isProtected: boolean
  readonly before: string | undefined
}

/** What was pushed to a branch that is merged by request is judged as that will be, not by its last push alone. */
function runOfPush({ branch, main, isProtected, before = '' }: Pushed, isMerged: boolean): CiRun {
  const isOwn = branch !== undefined && main !== undefined && branch !== main && !isProtected
  if (isOwn) return { base: `origin/${main}`, isMerged: false }
  // Before a new branch there is a commit of zeros.
  return { before: /^0*$/.test(before) ? undefined : before, isMerged }
}

function gitLabRunOf(env: Env): CiRun {
  const isTrain = env.CI_MERGE_REQUEST_EVENT_TYPE === 'merge_train'
  const isRequest = env.CI_MERGE_REQUEST_IID !== undefined || env.CI_PIPELINE_SOURCE === 'merge_request_event'
  if (!isRequest) {
    const { CI_COMMIT_BRANCH: branch, CI_DEFAULT_BRANCH: main, CI_COMMIT_BEFORE_SHA: before } = env
    const pushed = { branch, main, isProtected: env.CI_COMMIT_REF_PROTECTED === 'true', before }
    return runOfPush(pushed, env.CI_PIPELINE_SOURCE !== undefined)
  }
  // Only where GitLab has made a merge of both does it name their commits.
  const { CI_MERGE_REQUEST_TARGET_BRANCH_SHA: target, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: source } = env
  const base = target || env.CI_MERGE_REQUEST_DIFF_BASE_SHA || undefined
  return { base, head: isTrain ? undefined : source || env.CI_COMMIT_SHA || undefined, isMerged: isTrain }
}

function gitHubRunOf(env: Env): CiRun {
  const event = eventOf(env)
  const isOfEvent = Object.keys(event).length > 0
  const base = env.GITHUB_BASE_REF ? `origin/${env.GITHUB_BASE_REF}` : textIn(event.merge_group, 'base_sha')
  const { head } = requestIn(event)
  if (base !== undefined || head !== undefined) return { base, head, isMerged: head === undefined && isOfEvent }
  const pushed = {
    branch: /^refs\/heads\/(.+)/.exec(textIn(event, 'ref') ?? '')?.[1],
    main: textIn(event.repository, 'default_branch'),
    isProtected: env.GITHUB_REF_PROTECTED === 'true',
    before: textIn(event, 'before'),
  }
  return runOfPush(pushed, isOfEvent)
}

/** @returns the number of the pull request that a run of GitHub is for, and its own commit: what is checked out may be a merge of it */
export const requestOf = (env: Env) => requestIn(eventOf(env))

function requestIn({ pull_request: request }: Event) {
  const { number, head } = isRecord(request) ? request : {}
  return { number: Number.isSafeInteger(number) ? Number(number) : undefined, head: textIn(head, 'sha') }
}

type Event = Readonly<Record<string, unknown>>

function eventOf({ GITHUB_EVENT_PATH: path }: Env): Event {
  const event = path && fromJson(attemptOr('', () => readFileSync(path, 'utf8')))
  return isRecord(event) ? event : {}
}

function textIn(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? value[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** The folder that annotations are relative to: the top of the repository. */
export function folderOf(root: string, { GITHUB_WORKSPACE, CI_PROJECT_DIR }: Env): string {
  const workspace = GITHUB_WORKSPACE ?? CI_PROJECT_DIR
  const folder = workspace ? relative(resolve(workspace), root).split(sep).join('/') : ''
  return folder.startsWith('..') ? '' : folder
}

/** Adds to the page of the run, if there is one. Throws Failure if it cannot write */
export function addToSummary(text: string, { GITHUB_STEP_SUMMARY: path }: Env): void {
  if (path) onDisk('write', path, () => disk.append(resolve(path), Buffer.from(visible(text))))
}

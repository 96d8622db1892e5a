import { readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import type { CommandContext } from '../../cli/command'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { attemptOr } from '../../failure/failure'
import { fromJson, isRecord } from '../../failure/json'
import { visible } from '../../markdown/visible'

/** What a GitHub Actions runner says about its run. */
type Env = CommandContext['env']

/** For a pull request its target branch, for a merge queue the commit that it builds on. */
export const requestBase = (env: Env): string | undefined =>
  env.GITHUB_BASE_REF ? `origin/${env.GITHUB_BASE_REF}` : textIn(eventOf(env).merge_group, 'base_sha')

/** For a pull request its own commit: what is checked out may be a merge of it. */
export function requestHead(env: Env): string | undefined {
  const request = eventOf(env).pull_request
  return isRecord(request) ? textIn(request.head, 'sha') : undefined
}

/** Whether the run has an event, such as a push. */
export const isOfRun = (env: Env): boolean => Object.keys(eventOf(env)).length > 0

/** The number of the pull request that the run is for. */
export function requestNumber(env: Env): number | undefined {
  const request = eventOf(env).pull_request
  const number = isRecord(request) ? request.number : undefined
  return Number.isSafeInteger(number) ? Number(number) : undefined
}

/** A run that is for no request. */
export interface Pushed {
  readonly branch: string | undefined
  /** The default branch. */
  readonly main: string | undefined
  readonly isProtected: boolean
  /** The previous commit of the branch; a new one has none. */
  readonly before: string | undefined
}

export function pushOf(env: Env): Pushed {
  const event = eventOf(env)
  const branch = /^refs\/heads\/(.+)/.exec(textIn(event, 'ref') ?? '')?.[1]
  const main = textIn(event.repository, 'default_branch')
  const before = /[1-9a-f]/.exec(textIn(event, 'before') ?? '')?.input
  return { branch, main, isProtected: env.GITHUB_REF_PROTECTED === 'true', before }
}

function eventOf({ GITHUB_EVENT_PATH: path }: Env): Readonly<Record<string, unknown>> {
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

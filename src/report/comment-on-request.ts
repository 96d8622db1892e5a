import type { CommandContext } from '../cli/command'
import { attemptAsync, exit, Failure } from '../failure/failure'
import { type Repository, repositoryOf } from '../review/server'
import { folderOf, requestHead, requestNumber } from '../rules/check/github-run'
import type { WorkReport } from './model'
import { commentMark, commentText } from './report-comment'

/** The token of a run for a fork may not write. */
const mayNot: readonly string[] = ['not-signed-in', 'no-access']

/** What a run is for: a pull request, a commit, and where to read more. */
interface RequestRun {
  readonly number: number
  readonly repository: Repository
  readonly commit: string
  /** The addresses of commits and files are below it, on GitLab after a `/-`. */
  readonly web: string
  /** The address of the run, and of the files that it keeps. */
  readonly run: string
  readonly kept: string
}

/** @returns the pull request that a run of GitHub Actions is for, or the merge request of a GitLab pipeline */
function runOf(env: CommandContext['env']): RequestRun | undefined {
  const isGitLab = env.CI_MERGE_REQUEST_IID !== undefined
  const web = isGitLab ? (env.CI_MERGE_REQUEST_PROJECT_URL ?? '') : `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}`
  const number = isGitLab ? Number(env.CI_MERGE_REQUEST_IID) : requestNumber(env)
  // Of a merge with the target, GitLab names the commit of the branch apart.
  const commit = isGitLab ? env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA : requestHead(env)
  const repository = repositoryOf(web)
  if (!number || commit === undefined || !repository) return undefined
  const [run, kept] = isGitLab
    ? [env.CI_PIPELINE_URL ?? web, `${env.CI_JOB_URL}/artifacts/browse`]
    : [`${web}/actions/runs/${env.GITHUB_RUN_ID ?? ''}`, `${web}/actions/runs/${env.GITHUB_RUN_ID ?? ''}#artifacts`]
  return { number, repository, commit, web: isGitLab ? `${web}/-` : web, run, kept }
}

/**
 * Puts a report on the pull request that a run of GitHub Actions or GitLab is for, into one comment.
 *
 * @throws Failure (usage) `no-pull-request` outside of such a run; as `keepComment` does
 */
export async function commentOnRequest(
  { workflow, work, folder }: WorkReport,
  markdown: string,
  root: string,
  env: CommandContext['env'],
): Promise<{ readonly url: string } | { readonly warning: string }> {
  const of = runOf(env)
  if (!of) {
    const message = '--comment needs the pull request that a run of GitHub Actions or GitLab is for.'
    const fix = env.GITLAB_CI
      ? 'glab mr note --message "$(spell report)"'
      : 'spell report | gh pr comment --body-file -'
    throw new Failure(exit.usage, 'no-pull-request', message, fix)
  }
  const above = folderOf(root, env)
  const origin = { ...of, folder: above === '' ? folder : `${above}/${folder}` }
  const { keepComment } = await import('../review/keep-comment')
  const kept = { ...of, mark: commentMark(workflow, work), text: commentText(markdown, origin) }
  const url = await attemptAsync(() => keepComment(kept, env))
  if (!(url instanceof Failure)) return { url }
  if (mayNot.includes(url.code)) return { warning: `The report was not posted. ${url.message}` }
  throw url
}

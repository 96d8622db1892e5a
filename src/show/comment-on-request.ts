import { folderOf, requestHead, requestNumber } from '../check/ci-run'
import type { CommandContext } from '../cli/command'
import { type Repository, repositoryOf } from '../review/server'
import { attemptAsync, exit, Failure } from '../text/failure'
import type { WorkReport } from './model'

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
  const text = commentText(markdown, above === '' ? folder : `${above}/${folder}`, of)
  const { keepComment } = await import('../review/keep-comment')
  const mark = `<!-- spell report ${workflow} ${work} -->\n`
  const url = await attemptAsync(() => keepComment({ ...of, mark, text }, env))
  if (!(url instanceof Failure)) return { url }
  if (mayNot.includes(url.code)) return { warning: `The report was not posted. ${url.message}` }
  throw url
}

/** GitHub takes 65,536 characters; the mark and the links need some. */
const most = 64_000

/**
 * @param folder of the work, in the repository
 * @returns the text of a comment, with links to what was reported; of a long report it has the beginning
 */
function commentText(markdown: string, folder: string, { web, commit, run, kept: page }: RequestRun): string {
  const summary = `[summary of the run](${run})`
  const links = `At [\`${commit.slice(0, 7)}\`](${web}/commit/${commit}): [the files](${web}/tree/${commit}/${encodeURI(folder)}), [the page](${page}).`
  const lines = markdown.trimEnd().split('\n')
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > most) break
    kept.push(line)
  }
  const rest = lines.length - kept.length
  const note = rest > 0 ? [`_${rest.toLocaleString('en')} more lines are in the ${summary}._`] : []
  return `${[kept.join('\n'), ...note, links].join('\n\n')}\n`
}

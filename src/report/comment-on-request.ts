import type { CommandContext } from '../cli/command'
import { attemptAsync, exit, Failure } from '../failure/failure'
import { repositoryOf } from '../review/repository'
import { folderOf, requestHead, requestNumber } from '../rules/check/github-run'
import type { WorkReport } from './model'
import { commentMark, commentText } from './report-comment'

/** The token of a run for a fork may not write. */
const mayNot: readonly string[] = ['not-signed-in', 'no-access']

/**
 * Puts a report on the pull request that a GitHub Actions run is for, into one comment.
 *
 * @throws Failure (usage) `no-pull-request` outside of such a run; as `keepComment` does
 */
export async function commentOnRequest(
  { workflow, work, folder }: WorkReport,
  markdown: string,
  root: string,
  env: CommandContext['env'],
): Promise<{ readonly url: string } | { readonly warning: string }> {
  const web = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}`
  const [number, commit, repository] = [requestNumber(env), requestHead(env), repositoryOf(web)]
  if (number === undefined || commit === undefined || !repository) {
    const message = '--comment needs the pull request that a run of GitHub Actions is for.'
    throw new Failure(exit.usage, 'no-pull-request', message, 'spell report | gh pr comment --body-file -')
  }
  const above = folderOf(root, env)
  const origin = { web, commit, folder: above === '' ? folder : `${above}/${folder}`, run: env.GITHUB_RUN_ID ?? '' }
  const { keepComment } = await import('../review/keep-comment')
  const kept = { repository, number, mark: commentMark(workflow, work), text: commentText(markdown, origin) }
  const url = await attemptAsync(() => keepComment(kept, env))
  if (!(url instanceof Failure)) return { url }
  if (mayNot.includes(url.code)) return { warning: `The pull request gets no comment. ${url.message}` }
  throw url
}

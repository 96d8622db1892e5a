import type { Environment } from '../../settings/settings'
import { askThroughGh } from './ask'
import { allOf } from './pages'
import { addComment, changeComment, ownComments } from './queries'
import { noSuchPullRequest } from './refusals'
import { type Found, serverOf } from './repository'

export interface KeptComment extends Found {
  /** What the comment begins with, and no other of the same account does. */
  readonly mark: string
  readonly text: string
}

/**
 * Keeps one comment on a pull request up to date: adds it, or changes the first of the account of `gh` that has the
 * mark. Returns its address.
 *
 * @throws Failure (usage) `no-such-pull-request`; (system) as `askThroughGh` does
 */
export async function keepComment({ mark, text, ...request }: KeptComment, env: Environment): Promise<string> {
  const { owner, name, host } = request.repository
  const ask = askThroughGh(serverOf(host, env), env, 'spell report --comment')
  let subject = ''
  const comments = await allOf(async (after) => {
    const variables = { owner, name, number: request.number, ...(after && { after }) }
    const seen = (await ask(ownComments, variables)).repository?.pullRequest
    if (!seen) throw noSuchPullRequest(request, 'spell report')
    subject = seen.id
    return seen.comments
  })
  const ours = comments.find((comment) => comment.viewerDidAuthor && comment.text.startsWith(mark))
  const body = `${mark}${text}`
  const changed = ours && (await ask(changeComment, { comment: ours.id, text: body })).changed
  // It may have been deleted meanwhile.
  if (changed) return changed.issueComment.url
  return (await ask(addComment, { subject, text: body })).added.commentEdge.node.url
}

import type { Environment } from '../../settings/settings'
import { type Ask, askThroughGh } from './ask'
import { allOf } from './pages'
import { addComment, changeComment, ownComments, removeComment } from './queries'
import { noSuchPullRequest } from './refusals'
import { type Found, serverOf } from './repository'

export interface KeptComment extends Found {
  /** What the comment begins with, and no other of the same account does. */
  readonly mark: string
  readonly text: string
}

const again = 'spell report --comment'

/**
 * Keeps one comment on a pull request up to date: adds it, or changes the first of the account of `gh` that has the
 * mark. Another run may add one at the same time: each that then sees both keeps the first. Returns its address.
 *
 * @throws Failure (usage) `no-such-pull-request`; (system) as `askThroughGh` does
 */
export async function keepComment(
  { mark, text, ...request }: KeptComment,
  env: Environment,
  ask: Ask = askThroughGh(serverOf(request.repository.host, env), env, again),
): Promise<string> {
  const { owner, name, host } = request.repository
  let subject = ''
  const ours = async () => {
    const comments = await allOf(async (after) => {
      const variables = { owner, name, number: request.number, ...(after && { after }) }
      const seen = (await ask(ownComments, variables)).repository?.pullRequest
      if (!seen) throw noSuchPullRequest(request, `gh auth status --hostname ${host}`)
      subject = seen.id
      return seen.comments
    }, again)
    return comments.filter((comment) => comment.viewerDidAuthor && comment.text.startsWith(mark)).map(({ id }) => id)
  }
  const body = `${mark}${text}`
  /** Those that were deleted meanwhile are passed over. */
  const keepFirst = async ([first, ...others]: readonly string[]): Promise<string | undefined> => {
    if (first === undefined) return undefined
    const changed = (await ask(changeComment, { comment: first, text: body })).changed?.issueComment
    if (!changed) return keepFirst(others)
    for (const comment of others) await ask(removeComment, { comment })
    return changed.url
  }
  const kept = await keepFirst(await ours())
  if (kept !== undefined) return kept
  const added = (await ask(addComment, { subject, text: body })).added.commentEdge.node
  const now = await ours()
  const isAlone = now.length === 1 && now[0] === added.id
  return (isAlone ? undefined : await keepFirst(now)) ?? added.url
}

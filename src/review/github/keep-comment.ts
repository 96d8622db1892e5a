import { exit, Failure } from '../../failure/failure'
import type { Environment } from '../../settings/settings'
import { type Ask, patience, withGitHub } from './ask'
import { allOf } from './pages'
import { addComment, changeComment, ownComments } from './queries'
import { nameOf, type Repository } from './repository'
import { serverOf } from './server'
import { tokenFor } from './token'

/** The one comment that is kept on a pull request. */
export interface KeptComment {
  readonly repository: Repository
  /** Of the pull request. */
  readonly number: number
  /** What the comment begins with, and no other of the same account does. */
  readonly mark: string
  readonly text: string
}

/**
 * Keeps one comment on a pull request up to date: adds it, or changes the first of the token's account that has the mark.
 *
 * @returns the address of the comment
 * @throws Failure (usage) `no-such-pull-request`; (system) as `withGitHub` and `tokenFor` do
 */
export async function keepComment(
  kept: KeptComment,
  env: Environment,
  tell: (message: string) => void,
): Promise<string> {
  const server = serverOf(kept.repository.host, env)
  const token = await tokenFor(server, env)
  // A comment whose answer was lost would be there twice.
  return withGitHub(server, token, env, tell, (ask) => keep(ask, kept), { ...patience, tries: 1 })
}

async function keep(ask: Ask, { repository, number, mark, text }: KeptComment): Promise<string> {
  const { owner, name } = repository
  let subject = ''
  const comments = await allOf(async (after) => {
    const { repository: seen } = await ask(ownComments, { owner, name, number, ...(after && { after }) })
    if (!seen?.pullRequest) {
      const message = `${nameOf(repository)} has no pull request #${number} that the token can see.`
      throw new Failure(exit.usage, 'no-such-pull-request', message, 'spell report')
    }
    subject = seen.pullRequest.id
    return seen.pullRequest.comments
  })
  const ours = comments.find((comment) => comment.viewerDidAuthor && comment.text.startsWith(mark))
  const body = `${mark}${text}`
  if (!ours) return (await ask(addComment, { subject, text: body })).added.commentEdge.node.url
  return (await ask(changeComment, { comment: ours.id, text: body })).changed.issueComment.url
}

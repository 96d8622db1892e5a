import type { Environment } from '../disk/environment'
import { type Ask, askThrough } from './ask'
import { noSuchRequest } from './refusals'
import type { Remark, Review } from './review'
import { type FoundRequest, type Server, serverOf } from './server'
import { serverAt } from './servers'

interface StoredComment extends FoundRequest {
  /** What the comment begins with, and no other of the same account does. */
  readonly mark: string
  readonly text: string
}

/**
 * Keeps one comment on a pull request up to date: adds it, or changes the first of the account that has the mark.
 * Another run may add one at the same time: each that then sees both keeps the first. Returns its address.
 *
 * @throws Failure (usage) `no-such-pull-request`, `which-server`; (system) as `askThrough` does
 */
export async function keepComment(
  { mark, text, ...request }: StoredComment,
  env: Environment,
  by?: { readonly server: Server; readonly ask: Ask },
): Promise<string> {
  const { repository, number } = request
  const host = serverOf(repository.host, env)
  const server = by?.server ?? (await serverAt(host, env))
  const ask = by?.ask ?? askThrough(server, host, env, 'spell report --comment')
  const read = async () => {
    const review = await server.read(ask, repository, number, () => {})
    if (review) return review
    throw noSuchRequest(server, request, `${server.program.name} auth status --hostname ${repository.host}`)
  }
  const ours = ({ comments }: Review) => comments.filter(({ isOwn, text }) => isOwn && text.startsWith(mark))
  const body = `${mark}${text}`
  /** Those that were deleted meanwhile are passed over. */
  const keepFirst = async ([first, ...others]: readonly Remark[]): Promise<string | undefined> => {
    if (first === undefined) return undefined
    const url = await writing.change(first.node, body)
    if (url === undefined) return keepFirst(others)
    for (const { node } of others) await writing.remove(node)
    return url
  }
  const before = await read()
  const writing = server.writing(ask, repository, before.pullRequest)
  const kept = await keepFirst(ours(before))
  if (kept !== undefined) return kept
  const added = await writing.add(body)
  const now = ours(await read())
  const isAlone = now.length === 1 && now[0]?.node === added.node
  return (isAlone ? undefined : await keepFirst(now)) ?? added.url
}

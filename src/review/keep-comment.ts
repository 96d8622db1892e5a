import type { Environment } from '../settings/settings'
import { type Ask, askThrough } from './ask'
import { noSuchRequest } from './refusals'
import { type Found, serverOf } from './repository'
import type { Server } from './server'
import { serverAt } from './servers'

export interface KeptComment extends Found {
  /** What the comment begins with, and no other of the same account does. */
  readonly mark: string
  readonly text: string
}

const again = 'spell report --comment'

/**
 * Keeps one comment on a pull request up to date: adds it, or changes the first of the account that has the mark.
 * Another run may add one at the same time: each that then sees both keeps the first. Returns its address.
 *
 * @throws Failure (usage) `no-such-pull-request`, `which-server`; (system) as `askThrough` does
 */
export async function keepComment(
  { mark, text, ...request }: KeptComment,
  env: Environment,
  by?: { readonly server: Server; readonly ask: Ask },
): Promise<string> {
  const { repository, number } = request
  const { server, ask } = by ?? (await askedBy(serverOf(repository.host, env), env))
  const comments = server.comments(ask, repository, number, again)
  const ours = async () => {
    const own = await comments.own(mark)
    if (own) return own
    throw noSuchRequest(server, request, `${server.program.name} auth status --hostname ${repository.host}`)
  }
  const body = `${mark}${text}`
  /** Those that were deleted meanwhile are passed over. */
  const keepFirst = async ([first, ...others]: readonly string[]): Promise<string | undefined> => {
    if (first === undefined) return undefined
    const url = await comments.change(first, body)
    if (url === undefined) return keepFirst(others)
    for (const comment of others) await comments.remove(comment)
    return url
  }
  const kept = await keepFirst(await ours())
  if (kept !== undefined) return kept
  const added = await comments.add(body)
  const now = await ours()
  const isAlone = now.length === 1 && now[0] === added.id
  return (isAlone ? undefined : await keepFirst(now)) ?? added.url
}

async function askedBy(host: string, env: Environment) {
  const server = await serverAt(host, env)
  return { server, ask: askThrough(server, host, env, again) }
}

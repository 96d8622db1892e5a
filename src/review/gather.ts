import type { Environment } from '../disk/environment'
import { type Branch, branchOf } from '../git/branch'
import { exit, Failure } from '../text/failure'
import { type Ask, askThrough } from './ask'
import type { Gathered } from './comments-file'
import { findRequest, onOneServer, placesAround, repositoriesOf } from './find-request'
import { noSuchRequest } from './refusals'
import { type FoundRequest, type Named, nameOf, type Repository, requestNamed, type Server, serverOf } from './server'
import { serverAt, serverTitled } from './servers'

interface ReviewRequest {
  readonly root: string
  readonly env: Environment
  /** As typed: a number or a URL (default: the pull request of the current branch). */
  readonly pullRequest: string | undefined
  readonly tell: (message: string) => void
}

/**
 * Finds a pull request and reads all its comments. Writes nothing.
 *
 * @throws Failure (usage) `pull-request-wrong`, `no-such-pull-request`, `several-pull-requests`, `no-branch`,
 *   `which-server`;
 *   (notPossible) `no-repository`; (system) as `askThrough` does
 */
export async function gather({ root, env, pullRequest, tell }: ReviewRequest): Promise<Gathered> {
  const named = pullRequest === undefined ? undefined : understood(pullRequest)
  const branch = await branchOf(root, env)
  const all = named?.repository ? [named.repository] : repositoriesOf(branch)
  const hosted = onOneServer(all, (host) => serverOf(host, env))
  if (!hosted) {
    const message = 'No remote of this repository leads to GitHub or GitLab.'
    throw new Failure(exit.notPossible, 'no-repository', message, 'spell reparo --fetch --pr URL')
  }
  const { host, repositories } = hosted
  tell(`asking ${host} about ${repositories.map(nameOf).join(', ')} …`)
  const server = named?.on ? serverTitled(named.on) : await serverAt(host, env)
  const ask = askThrough(server, host, env, 'spell reparo --fetch')
  const candidates = await candidatesFor(server, ask, named, branch, repositories)
  for (const { repository, number } of candidates) {
    let count = 0
    const review = await server.read(ask, repository, number, (more) => {
      count += more
      if (more > 0) tell(`${server.sign}${number}: ${count} read …`)
    })
    if (review) return { review }
  }
  if (candidates[0]) throw noSuchRequest(server, candidates[0], 'spell reparo --fetch --pr NUMBER')
  return { request: server.request, branch: branch.name ?? '', repository: nameOf(repositories[0] as Repository) }
}

/** A number alone is a pull request of the repository or, in a clone of a fork, of its parent. */
async function candidatesFor(
  server: Server,
  ask: Ask,
  named: Named | undefined,
  branch: Branch,
  repositories: readonly Repository[],
): Promise<FoundRequest[]> {
  if (named?.repository) return [{ repository: named.repository, number: named.number }]
  const places = await placesAround(server, ask, repositories)
  if (named) return places.map((repository) => ({ repository, number: named.number }))
  const found = await findRequest(server, ask, branch, places)
  return found ? [found] : []
}

function understood(text: string): Named {
  const named = requestNamed(text)
  if (named) return named
  const message = `--pr must be a number or the address of a pull or merge request, not ${JSON.stringify(text)}.`
  throw new Failure(exit.usage, 'pull-request-wrong', message, 'spell reparo --fetch --pr 7')
}

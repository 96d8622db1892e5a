import { attemptAsync, exit, Failure } from '../../failure/failure'
import { type Branch, branchOf } from '../../git/branch'
import type { Environment } from '../../settings/settings'
import { type Ask, withGitHub } from './ask'
import type { Gathered } from './comments-file'
import { findPullRequest, repositoriesOf, withParents } from './pull-request'
import { type Named, nameOf, pullRequestNamed, type Repository } from './repository'
import { type Review, readReview } from './review'
import { homeOf, type Server, serverOf } from './server'
import { tokenFor } from './token'

/** The query, and its environment. */
export interface Wanted {
  /** Absolute; a folder in the worktree. */
  readonly root: string
  readonly env: Environment
  /** As typed: a number or a URL (default: the pull request of the current branch). */
  readonly pullRequest: string | undefined
  /** Names of accounts whose remarks are left out. */
  readonly ignored: readonly string[]
  readonly tell: (message: string) => void
}

/**
 * Finds a pull request on GitHub and reads all its comments. Writes nothing.
 *
 * @throws Failure (usage) `pull-request-wrong`, `no-such-pull-request`, `several-pull-requests`, `no-branch`;
 *   (notPossible) `no-repository`; (system) as `withGitHub` and `tokenFor` do
 */
export async function gather({ root, env, pullRequest, ignored, tell }: Wanted): Promise<Gathered> {
  const named = pullRequest === undefined ? undefined : understood(pullRequest)
  const branch = await branchOf(root, env)
  const { server, places } = placesOf(named, branch, env)
  const token = await tokenFor(server, env)
  tell(`asking ${server.host} about ${places.map(nameOf).join(', ')} with the token from ${token.source} …`)
  return withGitHub(server, token, env, tell, async (ask) => {
    const read = (place: Repository, number: number) => readReview(ask, place, number, ignored, tell)
    if (named) return { review: await numbered(ask, places, (place) => read(place, named.number)) }
    const found = await findPullRequest(ask, branch, places)
    if (found) return { review: await read(found.repository, found.number) }
    return { branch: branch.name ?? '', repository: nameOf(places[0] as Repository) }
  })
}

function understood(text: string): Named {
  const named = pullRequestNamed(text)
  if (named) return named
  const message = `--pr must be a number or the address of a pull request, not ${JSON.stringify(text)}.`
  throw new Failure(exit.usage, 'pull-request-wrong', message, 'spell reparo --fetch --pr 7')
}

/** The repositories of one server: the token's home if a remote is there, otherwise that of the first remote. */
function placesOf(
  named: Named | undefined,
  branch: Branch,
  env: Environment,
): { server: Server; places: readonly Repository[] } {
  const all = named?.repository ? [named.repository] : repositoriesOf(branch)
  const first = all.find(({ host }) => serverOf(host, env).host === homeOf(env).host) ?? all[0]
  if (!first) {
    const message = 'No remote of this repository leads to GitHub.'
    throw new Failure(exit.notPossible, 'no-repository', message, 'spell reparo --fetch --pr URL')
  }
  const server = serverOf(first.host, env)
  return { server, places: all.filter(({ host }) => serverOf(host, env).host === server.host) }
}

/** A number alone is a pull request of the repository or, in a clone of a fork, of its parent. */
async function numbered(
  ask: Ask,
  places: readonly Repository[],
  read: (place: Repository) => Promise<Review>,
): Promise<Review> {
  let missing: Failure | undefined
  for (const look of [async () => places, () => withParents(ask, places)]) {
    for (const place of await look()) {
      const review = await attemptAsync(() => read(place))
      if (!(review instanceof Failure)) return review
      if (review.code !== 'no-such-pull-request') throw review
      missing ??= review
    }
  }
  throw missing
}

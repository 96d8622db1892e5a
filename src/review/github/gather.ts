import { exit, Failure } from '../../failure/failure'
import { type Branch, branchOf } from '../../git/branch'
import type { Environment } from '../../settings/settings'
import { type Ask, askThroughGh } from './ask'
import type { Gathered } from './comments-file'
import { findPullRequest, placesAround, repositoriesOf } from './pull-request'
import { noSuchPullRequest } from './refusals'
import { type Found, type Named, nameOf, pullRequestNamed, type Repository, serverOf } from './repository'
import { readReview } from './review'

export interface ReviewRequest {
  readonly root: string
  readonly env: Environment
  /** As typed: a number or a URL (default: the pull request of the current branch). */
  readonly pullRequest: string | undefined
  readonly ignored: readonly string[]
  readonly tell: (message: string) => void
}

/**
 * Finds a pull request on GitHub and reads all its comments. Writes nothing.
 *
 * @throws Failure (usage) `pull-request-wrong`, `no-such-pull-request`, `several-pull-requests`, `no-branch`;
 *   (notPossible) `no-repository`; (system) as `askThroughGh` does
 */
export async function gather({ root, env, pullRequest, ignored, tell }: ReviewRequest): Promise<Gathered> {
  const named = pullRequest === undefined ? undefined : understood(pullRequest)
  const branch = await branchOf(root, env)
  const all = named?.repository ? [named.repository] : repositoriesOf(branch)
  const { host, repositories } = onOneServer(all, env)
  tell(`asking ${host} about ${repositories.map(nameOf).join(', ')} …`)
  const ask = askThroughGh(host, env, 'spell reparo --fetch')
  const candidates = await candidatesFor(ask, named, branch, repositories)
  for (const { repository, number } of candidates) {
    const review = await readReview(ask, repository, number, ignored, tell)
    if (review) return { review }
  }
  if (candidates[0]) throw noSuchPullRequest(candidates[0], 'spell reparo --fetch --pr NUMBER')
  return { branch: branch.name ?? '', repository: nameOf(repositories[0] as Repository) }
}

/** A number alone is a pull request of the repository or, in a clone of a fork, of its parent. */
async function candidatesFor(
  ask: Ask,
  named: Named | undefined,
  branch: Branch,
  repositories: readonly Repository[],
): Promise<Found[]> {
  if (named?.repository) return [{ repository: named.repository, number: named.number }]
  const places = await placesAround(ask, repositories)
  if (named) return places.map((repository) => ({ repository, number: named.number }))
  const found = await findPullRequest(ask, branch, places)
  return found ? [found] : []
}

/** The repositories of one server: that of `GH_HOST`, or github.com, if a remote is there, otherwise that of the first. */
function onOneServer(all: readonly Repository[], env: Environment): { host: string; repositories: Repository[] } {
  const asked = all.map((repository) => ({ ...repository, host: serverOf(repository.host, env) }))
  const first = asked.find(({ host }) => host === serverOf('', env)) ?? asked[0]
  if (first) return { host: first.host, repositories: asked.filter(({ host }) => host === first.host) }
  const message = 'No remote of this repository leads to GitHub.'
  throw new Failure(exit.notPossible, 'no-repository', message, 'spell reparo --fetch --pr URL')
}

function understood(text: string): Named {
  const named = pullRequestNamed(text)
  if (named) return named
  const message = `--pr must be a number or the address of a pull request, not ${JSON.stringify(text)}.`
  throw new Failure(exit.usage, 'pull-request-wrong', message, 'spell reparo --fetch --pr 7')
}

import { exit, Failure } from '../../failure/failure'
import type { Branch } from '../../git/branch'
import type { Ask } from './ask'
import { allOf } from './pages'
import { type Candidate, ofBranch, ofCommit, parentOf } from './queries'
import { isSame, nameOf, type Repository, repositoryOf } from './repository'

export interface Found {
  readonly repository: Repository
  readonly number: number
}

/** The name of a branch on the server, and its possible owners. */
interface Head {
  readonly name: string
  readonly owners: readonly string[]
}

/**
 * The repositories that may have the pull request of a branch, the likeliest first: that of `gh repo set-default`, then
 * `upstream`, `github`, `origin`, and the others.
 *
 * @returns none if no remote is a repository with an owner
 */
export function repositoriesOf({ remotes, upstream, push }: Branch): Repository[] {
  const order = ['upstream', 'github', 'origin']
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const noted = remotes.flatMap(({ fetch, resolved }) => {
    const own = repositoryOf(fetch)
    const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(resolved ?? '') ?? []
    return own && resolved ? [owner && name ? { ...own, owner, name } : own] : []
  })
  const urls = [
    ...[...remotes].sort((one, other) => rank(one.name) - rank(other.name)).map(({ fetch }) => fetch),
    ...[upstream?.url, push?.url].filter((url) => url !== undefined),
  ]
  return unique([...noted, ...urls.flatMap((url) => repositoryOf(url) ?? [])])
}

/**
 * Finds the pull request of a branch: an open one, otherwise the one that was open last.
 *
 * @param repositories where to look, all on one server; their parents are searched, too
 * @returns undefined if there is none
 * @throws Failure (usage) `several-pull-requests`, `no-branch` if HEAD is detached and its commit is in no pull request
 */
export async function findPullRequest(
  ask: Ask,
  branch: Branch,
  repositories: readonly Repository[],
): Promise<Found | undefined> {
  const told = toldByGit(branch)
  if (told) return told
  if (!branch.name) return byCommit(ask, branch, repositories)

  const heads = headsOf(branch)
  let isSeen = false
  for (const states of [['OPEN'], ['MERGED', 'CLOSED']]) {
    // Extended by the parents of the repositories.
    const places = [...repositories]
    for (const place of places) {
      for (const head of heads) {
        const looked = await candidatesIn(ask, place, head, states)
        if (!looked) continue
        isSeen = true
        const { candidates, parent } = looked
        if (parent && !places.some((known) => isSame(known, parent))) places.push(parent)
        if (candidates.length > 1 && states.includes('OPEN')) throw several(candidates)
        const [first] = candidates
        if (first) return { repository: place, number: first.number }
      }
    }
  }
  // The token may not reach some remotes; it must reach one.
  if (!isSeen && repositories[0]) throw noSuchRepository(repositories[0])
  return undefined
}

/** @returns the repositories, followed by their parents */
export async function withParents(ask: Ask, repositories: readonly Repository[]): Promise<Repository[]> {
  const parents: Repository[] = []
  for (const { host, owner, name } of repositories) {
    const { repository } = await ask(parentOf, { owner, name })
    const { parent } = repository ?? {}
    if (parent) parents.push({ host, owner: parent.owner.login, name: parent.name })
  }
  return unique([...repositories, ...parents])
}

/** `gh pr checkout` records the pull request in git's configuration. */
function toldByGit({ upstream }: Branch): Found | undefined {
  const number = /^refs\/pull\/(\d+)\/(?:head|merge)$/.exec(upstream?.ref ?? '')?.[1]
  const repository = upstream && repositoryOf(upstream.url)
  return number && repository ? { repository, number: Number(number) } : undefined
}

function headsOf({ name = '', remotes, upstream, push }: Branch): Head[] {
  const ownersOf = (urls: readonly string[]) => urls.flatMap((url) => repositoryOf(url)?.owner.toLowerCase() ?? [])
  const plain = (ref: string) => ref.replace(/^refs\/heads\//, '')
  const all = ownersOf(remotes.map((remote) => remote.push))
  const heads: Head[] = [
    ...(push ? [{ name: plain(push.ref), owners: ownersOf([push.url]) }] : []),
    // The default branch is the branch's base, not its name.
    ...(upstream && !upstream.isDefault ? [{ name: plain(upstream.ref), owners: ownersOf([upstream.url]) }] : []),
    { name, owners: all },
  ]
  return heads.filter((head, index) => !heads.slice(0, index).some((before) => isCovered(head, before)))
}

const isCovered = (head: Head, before: Head): boolean =>
  head.name === before.name && head.owners.every((owner) => before.owners.includes(owner))

async function candidatesIn(
  ask: Ask,
  place: Repository,
  head: Head,
  states: readonly string[],
): Promise<{ candidates: readonly Candidate[]; parent?: Repository } | undefined> {
  const get = async (after?: string) => {
    const variables = { owner: place.owner, name: place.name, head: head.name, states, ...(after && { after }) }
    return (await ask(ofBranch, variables)).repository
  }
  const first = await get()
  if (!first) return undefined
  const parent = first.parent && { host: place.host, owner: first.parent.owner.login, name: first.parent.name }
  const all = await allOf(async (after) => (after ? await get(after) : first)?.pullRequests)
  // Other forks may have branches of the same name.
  const candidates = all.filter(({ headRepositoryOwner }) =>
    head.owners.includes(headRepositoryOwner?.login.toLowerCase() ?? ''),
  )
  return { candidates, ...(parent && { parent }) }
}

async function byCommit(ask: Ask, { commit }: Branch, repositories: readonly Repository[]): Promise<Found | undefined> {
  for (const place of commit ? repositories : []) {
    const candidates = await allOf(async (after) => {
      const variables = { owner: place.owner, name: place.name, commit, ...(after && { after }) }
      const { repository } = await ask(ofCommit, variables)
      return repository?.object?.associatedPullRequests
    })
    const open = candidates.filter(({ state }) => state === 'OPEN')
    if (open.length > 1) throw several(open)
    const chosen = open[0] ?? candidates.at(-1)
    if (chosen) return { repository: ownOf(chosen, place), number: chosen.number }
  }
  const message = 'HEAD is detached, and its commit is part of no pull request.'
  throw new Failure(exit.usage, 'no-branch', message, 'spell reparo --fetch --pr NUMBER')
}

/** A fork's commit belongs to pull requests of the parent repository. */
const ownOf = ({ url }: Candidate, place: Repository): Repository => {
  const own = repositoryOf(url.replace(/\/pull\/\d+$/, ''))
  return own ? { ...own, host: place.host } : place
}

function noSuchRepository(place: Repository): Failure {
  const message = `${nameOf(place)} is not there, or the token may not see it: it needs the scope repo, or Pull requests (read).`
  const fix = `gh auth refresh --hostname ${place.host || 'github.com'} --scopes repo`
  return new Failure(exit.system, 'no-such-repository', message, fix)
}

function several(candidates: readonly Candidate[]): Failure {
  const message = `The branch has several open pull requests: ${candidates.map(({ number }) => `#${number}`).join(', ')}.`
  return new Failure(exit.usage, 'several-pull-requests', message, `spell reparo --fetch --pr ${candidates[0]?.number}`)
}

const unique = (list: readonly Repository[]): Repository[] =>
  list.filter((one, index) => !list.slice(0, index).some((before) => isSame(one, before)))

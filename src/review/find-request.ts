import type { Branch } from '../git/branch'
import { exit, Failure } from '../text/failure'
import { type Ask, allOf } from './ask'
import { noSuchRepository } from './refusals'
import { type Candidate, type FoundRequest, isSame, type Repository, repositoryOf, type Server } from './server'

/** The name of a branch on the server, and its possible owners. */
interface Head {
  readonly name: string
  readonly owners: readonly string[]
}

/**
 * @returns the repositories that may have the pull request of a branch, the likeliest first: that of `gh repo
 *   set-default`, then `upstream`, `github`, `origin`, and the others
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
 * @param hostOf which server is asked instead of a host; of the empty one, the server that the user prefers
 * @returns those of the repositories that are on one server: the preferred one, otherwise that of the first; undefined
 *   without any
 */
export function onOneServer(
  all: readonly Repository[],
  hostOf: (host: string) => string,
): { readonly host: string; readonly repositories: Repository[] } | undefined {
  const hosted = all.map((repository) => ({ ...repository, host: hostOf(repository.host) }))
  const { host } = hosted.find((one) => one.host === hostOf('')) ?? hosted[0] ?? {}
  return host === undefined ? undefined : { host, repositories: hosted.filter((one) => one.host === host) }
}

/**
 * Finds the pull request of a branch: an open one, otherwise the one that was open last. All places are on one server.
 *
 * @throws Failure (usage) `several-pull-requests`, `no-branch` if HEAD is detached
 */
export async function findRequest(
  server: Server,
  ask: Ask,
  branch: Branch,
  places: readonly Repository[],
): Promise<FoundRequest | undefined> {
  const told = toldByGit(branch)
  if (told) return told
  if (branch.name === undefined) {
    const message = `HEAD is detached, so no branch says which ${server.request} is meant.`
    throw new Failure(exit.usage, 'no-branch', message, 'spell reparo --fetch --pr NUMBER')
  }
  const ended: FoundRequest[] = []
  for (const place of places) {
    for (const { name, owners } of headsOf(branch)) {
      const all = await allOf((after) => server.candidates(ask, place, name, after))
      // Other forks may have branches of the same name.
      const candidates = all.filter(({ owner }) => owners.includes(owner?.toLowerCase() ?? ''))
      const open = candidates.filter(({ state }) => state === 'OPEN')
      if (open.length > 1) throw several(server, open)
      const [chosen = candidates[0]] = open
      if (!chosen) continue
      const found = { repository: place, number: chosen.number }
      if (open.length > 0) return found
      ended.push(found)
    }
  }
  return ended[0]
}

/**
 * The repositories that the account may see, followed by those that they are forks of.
 *
 * @throws Failure (system) `no-such-repository` if it may see none
 */
export async function placesAround(
  server: Server,
  ask: Ask,
  repositories: readonly Repository[],
): Promise<Repository[]> {
  const seen: Repository[] = []
  const parents: Repository[] = []
  for (const place of repositories) {
    const around = await server.around(ask, place)
    if (around) seen.push(place)
    if (around?.parent) parents.push(around.parent)
  }
  if (seen.length === 0 && repositories[0]) throw noSuchRepository(server, repositories[0])
  return unique([...seen, ...parents])
}

/** `gh pr checkout` records the pull request in git's configuration, `glab mr checkout` its merge request. */
function toldByGit({ upstream }: Branch): FoundRequest | undefined {
  const number = /^refs\/(?:pull|merge-requests)\/(\d+)\/(?:head|merge)$/.exec(upstream?.ref ?? '')?.[1]
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

function several({ request, sign }: Server, candidates: readonly Candidate[]): Failure {
  const numbers = candidates.map(({ number }) => `${sign}${number}`).join(', ')
  const message = `The branch has several open ${request}s: ${numbers}.`
  return new Failure(exit.usage, 'several-pull-requests', message, `spell reparo --fetch --pr ${candidates[0]?.number}`)
}

const unique = (list: readonly Repository[]): Repository[] =>
  list.filter((one, index) => !list.slice(0, index).some((before) => isSame(one, before)))

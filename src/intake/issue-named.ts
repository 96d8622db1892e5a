import { exit, Failure } from '../failure/failure'
import { branchOf } from '../git/branch'
import { type Ask, askThroughGh } from '../review/github/ask'
import { placesAround, repositoriesOf } from '../review/github/pull-request'
import { nameOf, type Repository, repositoryOf, serverOf } from '../review/github/repository'
import { askThroughGlab } from '../review/gitlab/glab'
import type { Environment } from '../settings/settings'
import { readGitHubIssue } from './github-issue'
import { readGitLabIssue } from './gitlab-issue'
import type { Taken } from './imported'
import { takenFromIssue } from './issue'

const servers = {
  gh: {
    title: 'GitHub',
    program: 'gh',
    other: 'gitlab.com',
    ask: askThroughGh,
    around: placesAround,
    hostOf: serverOf,
    read: readGitHubIssue,
  },
  gl: {
    title: 'GitLab',
    program: 'glab',
    other: 'github.com',
    ask: askThroughGlab,
    around: async (_: Ask, repositories: readonly Repository[]) => repositories,
    hostOf: (host: string, { GITLAB_HOST }: Environment) =>
      host === '' || host === GITLAB_HOST?.replace(/:\d+$/, '') ? GITLAB_HOST || 'gitlab.com' : host,
    read: readGitLabIssue,
  },
}

/**
 * Asks a server for an issue with all its comments.
 *
 * @param asked a number, `owner/name#12`, or an address
 * @throws Failure (usage) `issue-wrong`, `no-such-issue`, `is-pull-request`; (notPossible) `no-repository`; (system) as
 *   `askThroughGh` and `askThroughGlab` do
 */
export async function fromServer(kind: 'gh' | 'gl', root: string, env: Environment, asked: string): Promise<Taken> {
  const { title, program, other, ask: askThrough, around, hostOf, read } = servers[kind]
  const again = `spell accio --from ${kind}:${asked}`
  const named = issueNamed(asked)
  if (!named) {
    const message = `${kind}: takes the number or the address of an issue, not ${JSON.stringify(asked)}.`
    throw new Failure(exit.usage, 'issue-wrong', message, `spell accio --from ${kind}:12`)
  }
  const all = named.repository ? [named.repository] : repositoriesOf(await branchOf(root, env))
  const hosted = all
    .map((repository) => ({ ...repository, host: hostOf(repository.host, env) }))
    .filter(({ host }) => host !== other)
  const { host } = hosted.find((one) => one.host === hostOf('', env)) ?? hosted[0] ?? {}
  if (host === undefined) {
    const message = `No remote of this repository leads to ${title}.`
    throw new Failure(exit.notPossible, 'no-repository', message, `spell accio --from ${kind}:URL`)
  }
  const ask = askThrough(host, env, again)
  const here = hosted.filter((one) => one.host === host)
  const places = named.repository ? here : await around(ask, here)
  for (const place of places) {
    const issue = await read(ask, place, named.number, again)
    if (issue) return takenFromIssue(issue, kind)
  }
  const where = places.map(nameOf).join(' and ')
  const message = `${where} has no issue #${named.number} that the account of ${program} can see: it may be private, deleted or moved.`
  throw new Failure(exit.usage, 'no-such-issue', message, `${program} auth status --hostname ${host}`)
}

/** Parses a number with or without `#`, `owner/name#12`, or an address. */
function issueNamed(text: string): { number: number; repository?: Repository } | undefined {
  const [, base, number] =
    /^(?:([\w.-]+\/[\w.-]+)?#)?([1-9]\d{0,8})$/.exec(text) ??
    /^(https?:\/\/.+?)(?:\/-)?\/(?:issues|work_items)\/([1-9]\d{0,8})(?:[/?#].*)?$/i.exec(text) ??
    []
  if (number === undefined) return undefined
  if (base === undefined) return { number: Number(number) }
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(base) ?? []
  const repository = owner && name ? { host: '', owner, name } : repositoryOf(base)
  return repository && { number: Number(number), repository }
}

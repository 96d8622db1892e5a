import { exit, Failure } from '../failure/failure'
import { branchOf } from '../git/branch'
import { askThrough } from '../review/ask'
import { placesAround, repositoriesOf } from '../review/find-request'
import { nameOf, type Repository, repositoryOf, serverOf } from '../review/server'
import { knownAt, serverTitled } from '../review/servers'
import type { Environment } from '../settings/settings'
import { readGitHubIssue } from './github-issue'
import { readGitLabIssue } from './gitlab-issue'
import type { Taken } from './imported'
import { takenFromIssue } from './issue'

const kinds = {
  gh: { server: serverTitled('GitHub'), read: readGitHubIssue },
  gl: { server: serverTitled('GitLab'), read: readGitLabIssue },
}

/**
 * Asks a server for an issue with all its comments.
 *
 * @param asked a number, `owner/name#12`, or an address
 * @throws Failure (usage) `issue-wrong`, `no-such-issue`, `is-pull-request`; (notPossible) `no-repository`; (system) as
 *   `askThrough` and `placesAround` do
 */
export async function fromServer(kind: 'gh' | 'gl', root: string, env: Environment, asked: string): Promise<Taken> {
  const { server, read } = kinds[kind]
  const { title, program } = server
  const named = issueNamed(asked)
  if (!named) {
    const message = `${kind}: takes the number or the address of an issue, not ${JSON.stringify(asked)}.`
    throw new Failure(exit.usage, 'issue-wrong', message, `spell accio --from ${kind}:12`)
  }
  const home = env[program.hostVariable] || program.trusted({})[0]
  const hostOf = (host: string) => serverOf(host, { [program.hostVariable]: home })
  const all = named.repository ? [named.repository] : repositoriesOf(await branchOf(root, env))
  const hosted = all
    .map((repository) => ({ ...repository, host: hostOf(repository.host) }))
    .filter(({ host }) => (knownAt(host, env) ?? server) === server)
  const { host } = hosted.find((one) => one.host === hostOf('')) ?? hosted[0] ?? {}
  if (host === undefined) {
    const message = `No remote of this repository leads to ${title}.`
    throw new Failure(exit.notPossible, 'no-repository', message, `spell accio --from ${kind}:URL`)
  }
  const ask = askThrough(server, host, env, `spell accio --from ${kind}:${asked}`)
  const here = hosted.filter((one) => one.host === host)
  const places = named.repository ? here : await placesAround(server, ask, here)
  for (const place of places) {
    const issue = await read(ask, place, named.number)
    if (issue) return takenFromIssue(issue, kind)
  }
  const where = places.map(nameOf).join(' and ')
  const message = `${where} has no issue #${named.number} that the account of ${program.name} can see: it may be private, deleted or moved.`
  throw new Failure(exit.usage, 'no-such-issue', message, `${program.name} auth status --hostname ${host}`)
}

/** Parses a number with or without `#`, `owner/name#12`, or an address. */
function issueNamed(text: string): { number: number; repository?: Repository } | undefined {
  const [, base, number] =
    /^(?:([\w.-]+(?:\/[\w.-]+)+)?#)?([1-9]\d{0,8})$/.exec(text) ??
    /^(https?:\/\/.+?)(?:\/-)?\/(?:issues|work_items)\/([1-9]\d{0,8})(?:[/?#].*)?$/i.exec(text) ??
    []
  if (number === undefined) return undefined
  if (base === undefined) return { number: Number(number) }
  const [, owner, name] = /^([\w./-]+)\/([\w.-]+)$/.exec(base) ?? []
  const repository = owner && name ? { host: '', owner, name } : repositoryOf(base)
  return repository && { number: Number(number), repository }
}

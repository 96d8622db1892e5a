import type { Environment } from '../../settings/settings'

export interface Repository {
  /** In lower case, with a port if the URL of a web server has one. */
  readonly host: string
  readonly owner: string
  readonly name: string
}

/** A pull request as typed by the user. */
export interface Named {
  readonly number: number
  /** Absent if only the number was given. */
  readonly repository?: Repository
}

export interface Found {
  readonly repository: Repository
  readonly number: number
}

/** Other host names of GitHub's servers. */
const sameHost: Readonly<Record<string, string>> = { 'ssh.github.com': 'github.com', 'www.github.com': 'github.com' }

/** Parses the URL of a remote (`https`, `http`, `git`, `ssh`, `user@host:path`); undefined if it names no owner. */
export function repositoryOf(url: string): Repository | undefined {
  const [, scheme, address, path] =
    /^(?:git\+)?(https?|git|ssh):\/\/(?:[^/@]*@)?([^/@]+)\/(.+)$/i.exec(url) ??
    // A single letter is a Windows drive.
    /^()(?:[^/@:]+@)?([^/@:]{2,}|\[[^\]]+\]):(?!\/\/)\/?(.+)$/.exec(url) ??
    []
  if (address === undefined || path === undefined) return undefined
  const [, owner, name] = /^\/*([\w.-]+)\/([\w.-]+?)(?:\.git)?\/*$/.exec(path) ?? []
  if (!owner || !name) return undefined
  const isWeb = /^https?$/i.test(scheme ?? '')
  const host = (isWeb ? address : address.replace(/:\d+$/, '')).toLowerCase().replace(/:443$/, '')
  // Only ssh can be configured with aliases of hosts.
  return { host: sameHost[host] ?? (isWeb ? host : withoutAlias(host)), owner, name }
}

/** Users with two accounts write `github.com-work`, or an alias of their choice, which becomes empty. */
const withoutAlias = (host: string): string =>
  host.startsWith('github.com-') ? 'github.com' : host.includes('.') ? host : ''

/** Parses `--pr`: a number, with or without `#`, or the URL of a pull request; undefined if it is neither. */
export function pullRequestNamed(text: string): Named | undefined {
  const plain = /^#?([1-9]\d{0,8})$/.exec(text)
  if (plain) return { number: Number(plain[1]) }
  const [, base, number] = /^(https?:\/\/.+)\/pull\/([1-9]\d{0,8})(?:[/?#].*)?$/i.exec(text) ?? []
  const repository = base === undefined ? undefined : repositoryOf(base)
  return repository && { number: Number(number), repository }
}

/** @returns the server to ask: of an ssh alias, which is empty, and of a remote without the port, that of `GH_HOST` */
export function serverOf(host: string, { GH_HOST }: Environment): string {
  const home = GH_HOST?.toLowerCase() || 'github.com'
  return host === '' || host === home.replace(/:\d+$/, '') ? home : host
}

/** @returns whether both are the same repository, ignoring case as GitHub does */
export const isSame = (one: Repository, other: Repository): boolean =>
  nameOf(one).toLowerCase() === nameOf(other).toLowerCase() && one.host === other.host

export const nameOf = ({ owner, name }: Pick<Repository, 'owner' | 'name'>): string => `${owner}/${name}`

import type { Environment } from '../settings/settings'
import { hostIn } from './door'
import type { Server } from './server'

export interface Repository {
  /** In lower case, with a port if the URL of a web server has one. */
  readonly host: string
  /** On GitLab the groups, with slashes between. */
  readonly owner: string
  readonly name: string
}

/** A pull request as typed by the user. */
export interface Named {
  readonly number: number
  /** Absent if only the number was given. */
  readonly repository?: Repository
  readonly on?: Server['title']
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
  const [, owner, name] = /^\/*((?:[\w.-]+\/)*[\w.-]+)\/([\w.-]+?)(?:\.git)?\/*$/.exec(path) ?? []
  if (!owner || !name || owner.split('/').includes('..')) return undefined
  const isWeb = /^https?$/i.test(scheme ?? '')
  const host = (isWeb ? address : address.replace(/:\d+$/, '')).toLowerCase().replace(/:443$/, '')
  // Only ssh can be configured with aliases of hosts.
  return { host: sameHost[host] ?? (isWeb ? host : withoutAlias(host)), owner, name }
}

/** Users with two accounts write `github.com-work`, or an alias of their choice, which becomes empty. */
const withoutAlias = (host: string): string =>
  /^(git(?:hub|lab)\.com)-/.exec(host)?.[1] ?? (host.includes('.') ? host : '')

/** Parses `--pr`: a number, with or without its sign, or the URL of a pull or merge request; undefined for anything else. */
export function requestNamed(text: string): Named | undefined {
  const plain = /^[#!]?([1-9]\d{0,8})$/.exec(text)
  if (plain) return { number: Number(plain[1]) }
  const [, base, kind, number] =
    /^(https?:\/\/.+?)\/(pull|-\/merge_requests)\/([1-9]\d{0,8})(?:[/?#].*)?$/i.exec(text) ?? []
  const repository = base === undefined ? undefined : repositoryOf(base)
  return repository && { number: Number(number), repository, on: kind?.toLowerCase() === 'pull' ? 'GitHub' : 'GitLab' }
}

/**
 * @returns the server to ask: of an ssh alias, which is empty, and of a remote without the port, that of `GH_HOST` or
 *   `GITLAB_HOST`
 */
export function serverOf(host: string, { GH_HOST, GITLAB_HOST }: Environment): string {
  const named = [GH_HOST, GITLAB_HOST].map(hostIn).filter(Boolean)
  if (host === '') return named[0] ?? 'github.com'
  return named.find((name) => host === name.replace(/:\d+$/, '')) ?? host
}

/** @returns whether both are the same repository, ignoring case as GitHub does */
export const isSame = (one: Repository, other: Repository): boolean =>
  nameOf(one).toLowerCase() === nameOf(other).toLowerCase() && one.host === other.host

export const nameOf = ({ owner, name }: Pick<Repository, 'owner' | 'name'>): string => `${owner}/${name}`

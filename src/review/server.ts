import type * as v from 'valibot'
import type { Environment } from '../disk/environment'
import type { Ask, Page } from './ask'
import { hostIn } from './door'
import type { PullRequest, Remark, Review, Thread } from './review'

/** The command of a server, which knows tokens, proxies and certificates. */
export interface Program {
  readonly name: 'gh' | 'glab'
  readonly home: string
  /** The variable with the server to ask, and the values that let it speak plainly. */
  readonly hostVariable: string
  readonly plainly: Readonly<Record<string, string>>
  /** Variables with a token, which it would send to any server, and the servers that they are meant for. */
  readonly tokens: readonly string[]
  readonly trusted: (env: Environment) => readonly (string | undefined)[]
}

/** What a server says in an answer: the data that was asked for, or why not. */
export interface ServerReply {
  readonly data?: unknown
  readonly messages: readonly string[]
  /** The types of its errors. */
  readonly kinds: readonly string[]
  /** Whether it only says that there is no such thing; the data is then null where it is missing. */
  readonly isMissing: boolean
}

/** A pull request that may be the one; its state is `OPEN` or another one. */
export interface Candidate {
  readonly number: number
  readonly state: string
  /** The owner of its branch; absent if that was deleted. */
  readonly owner: string | undefined
}

/** What one kind of server has of its own: everything else is the same for all. */
export interface Server {
  readonly title: 'GitHub' | 'GitLab'
  readonly program: Program
  /** What it calls a pull request, and how it numbers one. */
  readonly request: string
  readonly sign: string
  /** @returns the arguments of the program for a question, and its input */
  readonly call: (
    query: string,
    variables: Readonly<Record<string, unknown>>,
  ) => readonly [args: string[], input?: string]
  readonly isDocument: (value: unknown) => boolean
  readonly envelope: v.GenericSchema<unknown, ServerReply>
  /** @returns the repository that one is a fork of; undefined if the account may not see it */
  readonly around: (ask: Ask, place: Repository) => Promise<{ readonly parent?: Repository } | undefined>
  /** The pull requests of a branch, the newest first. */
  readonly candidates: (
    ask: Ask,
    place: Repository,
    head: string,
    after?: string,
  ) => Promise<Page<Candidate> | undefined>
  /** @returns a pull request with all that was said in it; undefined if it is not there, or the account may not see it */
  readonly read: (
    ask: Ask,
    place: Repository,
    number: number,
    tell: (count: number) => void,
  ) => Promise<Review | undefined>
  readonly writing: (ask: Ask, place: Repository, request: PullRequest) => Writing
}

/** What is written to one pull request. */
export interface Writing {
  /** @returns the address of the reply; undefined if the thread was deleted meanwhile */
  readonly reply: (thread: Thread, text: string) => Promise<string | undefined>
  readonly resolve: (thread: Thread) => Promise<void>
  /** Adds a general comment. */
  readonly add: (text: string) => Promise<Pick<Remark, 'node' | 'url'>>
  /** @returns the address of a general comment; undefined if it was deleted meanwhile */
  readonly change: (node: string, text: string) => Promise<string | undefined>
  readonly remove: (node: string) => Promise<void>
}

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

export interface FoundRequest {
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

import type * as v from 'valibot'
import type { Environment } from '../settings/settings'
import type { Ask } from './ask'
import type { Page } from './pages'
import type { Repository } from './repository'
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
export interface Said {
  readonly data?: unknown
  readonly messages: readonly string[]
  /** The types of its errors, and whether single sign-on is required. */
  readonly kinds: readonly string[]
  readonly isSaml: boolean
  /** Whether it only says that there is no such thing; the data is then null where it is missing. */
  readonly isMissing: boolean
}

/** A pull request that may be the one; its state is `OPEN` or another one. */
export interface Candidate {
  readonly number: number
  readonly state: string
  readonly repository: Repository
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
  readonly envelope: v.GenericSchema<unknown, Said>
  /** @returns the repository that one is a fork of; undefined if the account may not see it */
  readonly around: (ask: Ask, place: Repository) => Promise<{ readonly parent?: Repository } | undefined>
  /** The pull requests of a branch, or of a commit, the newest first. */
  readonly candidates: (
    ask: Ask,
    place: Repository,
    of: { readonly head: string } | { readonly commit: string },
    after?: string,
  ) => Promise<Page<Candidate> | undefined>
  /** @returns a pull request with all that was said in it; undefined if it is not there, or the account may not see it */
  readonly read: (
    ask: Ask,
    place: Repository,
    number: number,
    tell: (count: number) => void,
  ) => Promise<Review | undefined>
  /** @returns the address of the reply; undefined if the thread was deleted meanwhile */
  readonly reply: (
    ask: Ask,
    place: Repository,
    number: number,
    thread: Thread,
    text: string,
  ) => Promise<string | undefined>
  readonly resolve: (ask: Ask, place: Repository, number: number, thread: Thread) => Promise<void>
  /** Adds a general comment. */
  readonly add: (
    ask: Ask,
    place: Repository,
    request: PullRequest,
    text: string,
  ) => Promise<Pick<Remark, 'node' | 'url'>>
  /** @returns the address of a general comment; undefined if it was deleted meanwhile */
  readonly change: (
    ask: Ask,
    place: Repository,
    request: PullRequest,
    node: string,
    text: string,
  ) => Promise<string | undefined>
  readonly remove: (ask: Ask, place: Repository, request: PullRequest, node: string) => Promise<void>
}

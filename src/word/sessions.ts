import { randomUUID } from 'node:crypto'
import { attempt, Failure } from '../failure/failure'
import { isRecord } from '../failure/json'
import { cloneOf } from '../git/clone'
import { changeKept, identified, keptPath, readKept, whyNotKept } from '../settings/kept'
import type { Environment } from '../settings/settings'
import { isGood } from './mark'

/** What the developer was shown of a piece of work, by digests: the next Accio agrees to exactly that. */
export interface Shown {
  /** The id of the piece of work. */
  readonly work: string
  readonly criteria?: string
  /** Of each command with the recipes that it runs, as a consent has it. */
  readonly commands: readonly string[]
  readonly assumptions?: string
}

/** The developer's word for several steps. */
export interface Grant {
  /** The id of the piece of work; absent until its first step. */
  readonly work?: string
  /** How many steps it is still good for. */
  readonly left: number
}

/** What a session of an agent's host, or the developer at a terminal, has passed on. Never the text of a message. */
export interface Session {
  /** Of the newest report, ISO 8601 in UTC. */
  readonly time: string
  /** Of the words, ISO 8601 in UTC. */
  readonly said: string
  /** The first report, ISO 8601 in UTC. */
  readonly began: string
  /** The top of the worktree. */
  readonly top: string
  /** The words that were said and not used yet, and how often each. */
  readonly words: Readonly<Record<string, number>>
  /** Who has said them, as git knows them: absent where nobody is counted, empty if git knows no address. */
  readonly person?: string
  readonly shown?: Shown
  readonly grant?: Grant
  /** The replies that the developer was shown: their digests, and when, ISO 8601 in UTC. */
  readonly replies?: { readonly each: readonly string[]; readonly time: string }
}

export type Sessions = Readonly<Record<string, Session>>

/** The sessions of a clone, as they were read. */
export interface SessionsHere {
  readonly path: string
  readonly clone: string
  readonly top: string
  readonly all: Sessions
  /** Why the words that were kept cannot be read, if they cannot: then none is. */
  readonly fault?: Failure
}

const version = 1

/** Enough for every agent of a clone within the hours that a word is good. */
const mostSessions = 200

/** The key of what the developer types in a worktree. */
export const typedIn = (top: string): string => `typed:${top}`

/** @returns the sessions of a clone; none if they cannot be read, which stops only what needs a word */
export function sessionsHere(root: string, env: Environment): SessionsHere {
  const { folder: clone, top } = cloneOf(root)
  const path = attempt(() => keptPath('words', clone, top, env))
  if (path instanceof Failure) return { path: '', clone, top, all: {}, fault: path }
  const kept = attempt(() => readKept(path))
  return kept instanceof Failure
    ? { path, clone, top, all: {}, fault: kept }
    : { path, clone, top, all: sessionsIn(kept) }
}

/** @returns why no word can be kept for a clone, or none read; undefined if it can */
export const whyNoWords = ({ fault, path }: SessionsHere): Failure | undefined => fault ?? whyNotKept(path)

/**
 * Changes one session, under a lock.
 *
 * @param change gets it as it is then, and returns what becomes of it; undefined changes nothing
 * @throws Failure as `identified` and `changeKept` do; the fault of what could not be read
 */
export async function changeSession(
  { path: before, clone, top, fault }: SessionsHere,
  key: string,
  now: Date,
  change: (session: Session | undefined) => Session | undefined,
): Promise<void> {
  if (fault) throw fault
  const path = identified(before, clone, top, randomUUID())
  await changeKept(path, ['word', 'spell lumos'], now, (document) => {
    const all = sessionsIn(document)
    const changed = change(all[key])
    const kept = Object.entries({ ...all, ...(changed && { [key]: changed }) })
      .filter(([, { time }]) => isGood(Date.parse(time), now))
      .sort(([, one], [, other]) => (one.time < other.time ? 1 : -1))
      .slice(0, mostSessions)
    return { version, sessions: Object.fromEntries(kept) }
  })
}

function sessionsIn(document: Readonly<Record<string, unknown>> | undefined): Sessions {
  if (document?.version !== version || !isRecord(document.sessions)) return {}
  const all = Object.entries(document.sessions)
  return Object.fromEntries(all.filter((each): each is [string, Session] => isSession(each[1])))
}

const isSession = (value: unknown): value is Session =>
  isRecord(value) &&
  [value.time, value.said, value.began, value.top].every((text) => typeof text === 'string') &&
  isRecord(value.words) &&
  Object.values(value.words).every((count) => Number.isSafeInteger(count)) &&
  (value.grant === undefined || (isRecord(value.grant) && Number.isSafeInteger(value.grant.left))) &&
  (value.shown === undefined || (isRecord(value.shown) && Array.isArray(value.shown.commands))) &&
  (value.replies === undefined || (isRecord(value.replies) && Array.isArray(value.replies.each)))

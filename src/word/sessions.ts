import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { randomDigits } from '../disk/random-digits'
import { filesUnder } from '../disk/read'
import { changeUserData, identified, ifWritable, keptPath, readUserData, whyNotKept } from '../disk/user-data'
import { cloneOf } from '../git/clone'
import { attempt, Failure } from '../text/failure'
import { isRecord } from '../text/json'
import { isGood } from './message-sources'
import type { Moment } from './moment'
import type { SaidWords } from './words-in-message'

/** What the developer was shown of a piece of work, by digests: the next Accio agrees to exactly that. */
export interface ShownWork {
  /** The id of the piece of work. */
  readonly work: string
  readonly criteria?: string
  /** Of each command with the recipes that it runs, as a consent has it. */
  readonly commands: readonly string[]
  readonly assumptions?: string
  /** Of each item of the list, which is not shown again as long as it is the same. */
  readonly items?: readonly string[]
  /** Since when, ISO 8601 in UTC: a word that was said before does not agree to it. */
  readonly time?: string
  /** What was shown when the session's newest word was said, if this came later. */
  readonly before?: ShownWork
}

/** The developer's word for several steps. */
interface Grant {
  /** How many steps it was said for. */
  readonly steps: number
}

/** A word that was cast by the hook which received it. */
interface CastWord {
  readonly word: string
  /** The piece of work that was named behind it. */
  readonly work?: string
  /** When its step was made, ISO 8601 in UTC. */
  readonly time: string
  /** What the agent was told to do, until it stops: it may forget that when its conversation is compacted. */
  readonly ai?: string
  /** Whether the hook has told what came of it. */
  readonly isTold: boolean
  /** Whether the same word, said once more, is a new one: the agent has done something, or was told. */
  readonly isPast: boolean
}

/** What a session of an agent's host, or the developer at a terminal, has passed on. Never the text of a message. */
export interface Session extends Pick<Moment, 'id' | 'at'> {
  /** Of the newest report, ISO 8601 in UTC. */
  readonly time: string
  /** Of the words, ISO 8601 in UTC. */
  readonly said: string
  /** The first report, ISO 8601 in UTC. */
  readonly began: string
  /** The top of the worktree. */
  readonly top: string
  /** The words of the message `id`, and how often each was said. */
  readonly words: Readonly<Record<string, number>>
  /** The ids of what steps have used, of earlier messages, too; what was used in a sandbox may be missing, see `usesIn`. */
  readonly uses: readonly string[]
  /** Who has said them, as git knows them: absent where nobody is counted, empty if git knows no address. */
  readonly person?: string
  readonly shown?: ShownWork
  readonly grant?: Grant
  /** The newest message: what tells a copy of it, and whether the agent has had its turn since. */
  readonly message?: {
    readonly stamp: string
    readonly words: string
    readonly isOver: boolean
    /** What was there when it came. */
    readonly snapshot?: string
    /** Whether what a hook shows is read. */
    readonly isShown?: boolean
  }
  /** What the newest step has told the developer, who is shown it when the agent stops, and the time of its entry. */
  readonly told?: { readonly text: string; readonly step: string | undefined }
  /** The newest reminder of the agent: for what, and when, ISO 8601 in UTC. */
  readonly brief?: { readonly event: string; readonly time: string }
  /** The newest word that a hook has cast. */
  readonly cast?: CastWord
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
  /** Whether the file is not there, or may not be read: that of an agent's sandbox. */
  readonly isHidden: boolean
  /** Why the words that were kept cannot be read, if they cannot: then none is. */
  readonly fault?: Failure
}

/** Of the file. The words of another one are said again. */
const version = 2

/** @returns what a session had shown at a time, ISO 8601 in UTC: what a word of then agrees to */
export const shownAt = ({ shown }: Pick<Session, 'shown'>, time: string): ShownWork | undefined =>
  [shown, shown?.before].find((each) => each && (each.time ?? '') <= time)

/** Enough for every agent of a clone within the hours that a word is good. */
const mostSessions = 200

/** The key of what the developer types in a worktree. */
export const typedIn = (top: string): string => `typed:${top}`

/** What a message adds to. */
export const freshSession = (time: string, top: string): Session => ({
  ...{ time, said: time, began: time, top },
  ...{ id: '', at: {}, words: {}, uses: [] },
})

/** @returns the sessions of a clone; none if they cannot be read, which stops only what needs a word */
export function sessionsHere(root: string, env: Environment): SessionsHere {
  const { folder: clone, top } = cloneOf(root)
  const path = attempt(() => keptPath('words', clone, top, env))
  if (path instanceof Failure) return { path: '', clone, top, all: {}, isHidden: true, fault: path }
  const kept = attempt(() => readUserData(path))
  return kept instanceof Failure
    ? { path, clone, top, all: {}, isHidden: true, fault: kept }
    : { path, clone, top, all: sessionsIn(kept), isHidden: kept === undefined }
}

/** @returns why no word can be kept for a clone, or none read; undefined if it can */
export const whyNoWords = ({ fault, path }: SessionsHere): Failure | undefined => fault ?? whyNotKept(path)

/**
 * Changes one session, under a lock.
 *
 * @param change gets it as it is then, with all of them, and returns what becomes of it; undefined changes nothing
 * @throws Failure as `identified` and `changeUserData` do; the fault of what could not be read
 */
export async function changeSession(
  { path: before, clone, top, fault }: SessionsHere,
  key: string,
  now: Date,
  change: (session: Session | undefined, all: Sessions) => Session | undefined,
): Promise<void> {
  if (fault) throw fault
  const path = identified(before, clone, top, randomDigits(32))
  await changeUserData(path, ['word', 'spell lumos'], now, (document) => {
    const all = sessionsIn(document)
    const changed = change(all[key], all)
    const kept = Object.entries({ ...all, ...(changed && { [key]: changed }) })
      .filter(([, { time }]) => isGood(Date.parse(time), now))
      .sort(([, one], [, other]) => (one.time < other.time ? 1 : -1))
      .slice(0, mostSessions)
    return { version, sessions: Object.fromEntries(kept) }
  })
}

/** The same where the account's folder can be written: in an agent's sandbox it changes nothing, and returns false. */
export const changeIfWritable = (...change: Parameters<typeof changeSession>): Promise<boolean> =>
  ifWritable(() => changeSession(...change))

function sessionsIn(document: Readonly<Record<string, unknown>> | undefined): Sessions {
  if (document?.version !== version || !isRecord(document.sessions)) return {}
  const all = Object.entries(document.sessions)
  return Object.fromEntries(all.filter((each): each is [string, Session] => isSession(each[1])))
}

const isSession = (value: unknown): value is Session =>
  isRecord(value) &&
  [value.time, value.said, value.began, value.top].every((text) => typeof text === 'string') &&
  typeof value.id === 'string' &&
  !/[^0-9a-f]/.test(value.id) &&
  isRecord(value.at) &&
  isRecord(value.words) &&
  Object.values(value.words).every((count) => Number.isSafeInteger(count)) &&
  Array.isArray(value.uses) &&
  (value.grant === undefined || (isRecord(value.grant) && Number.isSafeInteger(value.grant.steps))) &&
  (value.shown === undefined || (isRecord(value.shown) && Array.isArray(value.shown.commands))) &&
  (value.replies === undefined || (isRecord(value.replies) && Array.isArray(value.replies.each)))

const untold: CastWord = { word: '', time: '', isTold: false, isPast: false }

/** @returns a session whose agent has done something: from then on the word that was cast may be said again; undefined if it is so already */
export function afterActing(session: Session | undefined, isOver: boolean): Session | undefined {
  if (!session) return undefined
  const { cast, message } = session
  const isKnown = (!cast || (cast.isPast && !(isOver && cast.ai))) && (!isOver || !message || message.isOver)
  if (isKnown) return undefined
  const { ai, ...past } = cast ?? untold
  return {
    ...session,
    ...(cast && { cast: { ...past, ...(ai !== undefined && !isOver && { ai }), isPast: true } }),
    ...(message && { message: { ...message, isOver: isOver || message.isOver } }),
  }
}

/** How many steps a grant is good for. */
export const grantedSteps = 20

/** What goes back, or is itself a word to wait. */
const restraining: readonly string[] = ['stop', 'undo', 'cancel']

/** Who asks to wait says no word that leads on. */
const withoutLeading = (words: SaidWords['words']): SaidWords['words'] =>
  Object.fromEntries(Object.entries(words).filter(([word]) => restraining.includes(word)))

/**
 * What a message makes of a session. Pure. A message that says a word replaces the words before it and ends a grant; one
 * that asks to wait ends both.
 *
 * @param before absent at the first message
 */
export function afterMessage(
  before: Session | undefined,
  { words, asksToWait, untilComplete }: SaidWords,
  { id, time, top, at, person }: Moment,
): Session {
  const session = before ?? freshSession(time, top)
  const saysWord = Object.keys(words).length > 0
  if (!saysWord && !asksToWait) return { ...session, top, time }
  const { grant: _, person: __, ...others } = session
  return {
    ...others,
    ...{ id, at, top, time, said: time },
    words: asksToWait ? withoutLeading(words) : words,
    ...(person !== undefined && { person }),
    ...(untilComplete && !asksToWait && { grant: { steps: grantedSteps - 1 } }),
  }
}

/** @returns the files of the work under way by sizes and times, which tells whether something has changed since; archives are none */
export const snapshotOf = (root: string): string =>
  filesUnder(root, '.ai')
    .filter((path) => !/^\.ai\/(?:archive|\.local)\//.test(path))
    .map((path) => {
      const stat = statSync(join(root, path), { throwIfNoEntry: false })
      return `${path} ${stat?.size} ${stat?.mtimeMs}`
    })
    .join('\n')

import { agentNames } from '../agents/agents'
import type { Message } from '../agents/message'
import type { Failure } from '../failure/failure'
import { heard } from './heard'
import type { OnlyWord } from './only-word'
import type { Moment } from './place'
import type { Said } from './said'
import type { Session, Sessions } from './sessions'
import type { Standing } from './standing'
import { idsLeft, withUses } from './uses'

/** What becomes of a message. */
export type Received =
  /** A copy, or nothing was said: the hook is silent. */
  | { readonly do: 'nothing' }
  /** Its words, if it says any, are kept for the agent, which casts them; `isAtWork` if they would have been cast, but for that. */
  | { readonly do: 'keep'; readonly words: readonly string[]; readonly isAtWork: boolean }
  /** `use` is the id of the word, as kept ones have it; `isMid` if the agent is at work. */
  | { readonly do: 'cast'; readonly said: OnlyWord; readonly use: string | undefined; readonly isMid: boolean }
  /** What was said cannot be kept, so nothing is cast. */
  | { readonly do: 'fail'; readonly why: Failure }
  /** A word that was cast, and of which nothing came yet. */
  | { readonly do: 'repeat'; readonly word: string; readonly since: string }

/** A message as spell has read it. */
export interface Report {
  /** `AGENT:SESSION`. */
  readonly key: string
  readonly message: Message
  readonly said: Said
  /** Whether it says nothing but a word, which may not be meant for spell. */
  readonly isAlone?: boolean
  /** Set if it may be cast. */
  readonly only: OnlyWord | undefined
  /** What of the work is there when it comes. */
  readonly standing: Standing
}

/** Within so many milliseconds the same words with the same stamp are a copy of the hook, not a second message. */
const copiedWithin = 10_000

/** A host without names of turns is at work until it stops; whose stop is not told, such as an interrupted one, not longer. */
const atWorkMost = 10 * 60_000

/**
 * Decides what becomes of a message. Pure.
 *
 * @param all the sessions of the clone
 * @param moment at which it came
 * @returns the decision, and the session as it is then
 */
export function received(
  all: Sessions,
  { key, message, said, isAlone, only, standing }: Report,
  moment: Moment,
): { readonly received: Received; readonly session: Session | undefined } {
  const before = all[key]
  const { time } = moment
  const now = new Date(time)
  const words = JSON.stringify([said.words, only?.word])
  if (said.isNothing || isCopy(all, key, message.stamp, words, now))
    return { received: { do: 'nothing' }, session: undefined }
  const after: Session = {
    ...heard(before, said, moment),
    message: { stamp: message.stamp, words, isOver: false, standing, isShown: message.isShown === true },
  }
  const { cast } = before ?? {}
  // Its hook has died before it could tell what it had cast.
  if (cast && !cast.isTold)
    return { received: { do: 'repeat', word: cast.word, since: cast.time }, session: { ...after, words: {} } }
  const kept = {
    do: 'keep',
    words: said.asksToWait || isAlone ? [] : Object.keys(said.words),
    isAtWork: false,
  } as const
  if (!only) return { received: kept, session: after }
  if (cast && cast.word === only.word && !cast.isPast && before?.message?.standing?.texts === standing.texts) {
    const session = { ...after, words: {}, cast: { ...cast, isPast: true } }
    return { received: { do: 'repeat', word: only.word, since: cast.time }, session }
  }
  // A look is no step.
  const isStep = only.word !== 'lumos'
  const isMid = isAtWork(before, message, now)
  if (isMid && isStep) return { received: { ...kept, isAtWork: true }, session: after }
  const begun = { word: only.word, time, isTold: false, isPast: false }
  const [use] = idsLeft(after, only.word)
  const used = use === undefined ? after : withUses(after, [use])
  return { received: { do: 'cast', said: only, use, isMid }, session: { ...used, ...(isStep && { cast: begun }) } }
}

/** Another agent's hook may have had the same message. */
function isCopy(all: Sessions, key: string, stamp: string, words: string, now: Date): boolean {
  const id = withoutAgent(key)
  return Object.entries(all).some(
    ([other, { message, time }]) =>
      message !== undefined &&
      withoutAgent(other) === id &&
      message.stamp === stamp &&
      message.words === words &&
      Math.abs(now.getTime() - Date.parse(time)) <= copiedWithin,
  )
}

const withoutAgent = (key: string): string => {
  const agent = agentNames.find((name) => key.startsWith(`${name}:`))
  return agent ? key.slice(agent.length + 1) : key
}

function isAtWork(before: Session | undefined, { stamp, isOfTurn }: Message, now: Date): boolean {
  const { message, time = '' } = before ?? {}
  if (!message || message.isOver) return false
  if (isOfTurn) return message.stamp === stamp
  return now.getTime() - Date.parse(time) <= atWorkMost
}

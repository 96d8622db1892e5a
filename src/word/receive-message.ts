import { isAbsolute, join } from 'node:path'
import type { Environment } from '../disk/environment'
import { readUserFile } from '../disk/lock/user-file'
import { type AgentName, agentNames } from '../install/agents/agents'
import type { Message } from '../install/agents/message'
import { attemptAsync, Failure } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { allWork } from '../work/open'
import { ownWordsIn } from '../work/own-words'
import { type SettingsSource, settingsOf } from '../work/settings/settings'
import { spellNamed } from '../workflows/engineer/spells'
import { workflows } from '../workflows/registry'
import { type Moment, momentIn, personIn } from './moment'
import { noteSource } from './note-source'
import { mayName, type OnlyWord, onlyWord } from './only-word'
import type { WordContext } from './permission'
import { afterMessage, changeSession, type Session, type Sessions, sessionsHere, snapshotOf } from './sessions'
import { carryOver, idsLeft, withUses } from './uses'
import { developerWords, type KnownWords, type SaidWords, saidIn } from './words-in-message'

/** What a message became, and the session that it belongs to. */
interface Reported {
  readonly received: Received
  readonly key: string
}

/**
 * Reads which words a message of the developer says, and keeps them; never its text. A message that is one word is not
 * kept but cast, where `mayCast` allows it.
 *
 * @param agent the name of the agent whose host reports it
 * @param mayCast asked only of a message that is one word
 * @throws Failure if nothing can be kept; what the file system throws
 */
export async function receiveMessage(
  { root, env, now, settings }: WordContext,
  agent: AgentName,
  message: Message,
  mayCast: (said: OnlyWord) => Promise<boolean>,
): Promise<Reported> {
  noteSource(root, 'host', now)
  const own = await ownWordsIn(root)
  const verbs = [...developerWords, ...(await plainIn(own, { root, env, ...(settings && { settings }) }))]
  const names = [...workflows.map(({ name }) => name), ...own.keys()]
  const known = { verbs, workflows: names, own: Object.fromEntries(own), also: alsoIn(env) }
  const said = saidIn(message.text, known)
  const key = `${agent}:${message.session}`
  if (said.isNothing) return { received: { do: 'nothing' }, key }
  const alone = said.asksToWait ? undefined : await aloneIn(root, message.text, known)
  const only = alone && (await mayCast(alone)) ? alone : undefined
  const snapshot = snapshotOf(root)
  // What a host puts behind a command stands in lines of its own.
  const whole = only?.untilComplete ? { ...said, untilComplete: true } : said
  const isWord = only !== undefined || Object.keys(said.words).length > 0
  let became: Received = { do: 'nothing' }
  const kept = await attemptAsync(async () => {
    await carryOver({ root, env, now })
    const here = sessionsHere(root, env)
    const moment = { ...momentIn(root, here.top, now), ...(await personIn(root, env, own)) }
    await changeSession(here, key, now, (_, all) => {
      const decided = received(all, { key, message, said: whole, isAlone: alone !== undefined, only, snapshot }, moment)
      became = decided.received
      return decided.session
    })
  })
  if (kept instanceof Failure && isWord) return { received: { do: 'fail', why: kept }, key }
  if (kept instanceof Failure) throw kept
  return { received: became, key }
}

/** What is behind the word may name a piece of work: only then the names of all are read. */
async function aloneIn(root: string, text: string, known: KnownWords): Promise<OnlyWord | undefined> {
  const alone = onlyWord(text, known, [])
  if (alone || !mayName(text)) return alone
  const names = (await allWork(root)).map(({ name }) => name)
  return onlyWord(text, known, names)
}

/** The words that need no workflow before them: a plain word of a spell does, unless the workflow is that of the repository. */
async function plainIn(
  own: ReadonlyMap<string, readonly string[]>,
  reading: SettingsSource,
): Promise<readonly string[]> {
  if (own.size === 0) return []
  const { workflow } = await settingsOf(reading)
  return [...own].flatMap(([name, words]) =>
    words.filter((word) => name === workflow || spellNamed(word) === undefined),
  )
}

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
  | { readonly do: 'repeat'; readonly word: string; readonly work?: string | undefined; readonly since: string }

/** A message as spell has read it. */
interface ReadMessage {
  /** `AGENT:SESSION`. */
  readonly key: string
  readonly message: Message
  readonly said: SaidWords
  /** Whether it says nothing but a word, which may not be meant for spell. */
  readonly isAlone?: boolean
  /** Set if it may be cast. */
  readonly only: OnlyWord | undefined
  /** What of the work is there when it comes. */
  readonly snapshot: string
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
  { key, message, said, isAlone, only, snapshot }: ReadMessage,
  moment: Moment,
): { readonly received: Received; readonly session: Session | undefined } {
  const before = all[key]
  const { time } = moment
  const now = new Date(time)
  const words = JSON.stringify([said.words, only?.word])
  if (said.isNothing || isCopy(all, key, message.stamp, words, now))
    return { received: { do: 'nothing' }, session: undefined }
  const after: Session = {
    ...afterMessage(before, said, moment),
    message: { stamp: message.stamp, words, isOver: false, snapshot, isShown: message.isShown === true },
  }
  const { cast } = before ?? {}
  // Its hook has died before it could tell what it had cast.
  if (cast && !cast.isTold) return { received: repeated(cast), session: { ...after, words: {} } }
  const kept = {
    do: 'keep',
    words: said.asksToWait || isAlone ? [] : Object.keys(said.words),
    isAtWork: false,
  } as const
  if (!only) return { received: kept, session: after }
  if (
    cast &&
    cast.word === only.word &&
    cast.work === only.work &&
    !cast.isPast &&
    before?.message?.snapshot === snapshot
  ) {
    const session = { ...after, words: {}, cast: { ...cast, isPast: true } }
    return { received: repeated(cast), session }
  }
  // A look is no step.
  const isStep = only.word !== 'lumos'
  const isMid = isAtWork(before, message, now)
  if (isMid && isStep) return { received: { ...kept, isAtWork: true }, session: after }
  const { word, work } = only
  const begun = { word, ...(work !== undefined && { work }), time, isTold: false, isPast: false }
  const [use] = idsLeft(after, only.word)
  const used = use === undefined ? after : withUses(after, [use])
  return { received: { do: 'cast', said: only, use, isMid }, session: { ...used, ...(isStep && { cast: begun }) } }
}

const repeated = ({ word, work, time }: NonNullable<Session['cast']>): Received => ({
  do: 'repeat',
  word,
  work,
  since: time,
})

/** Another agent's hook may have had the same message. */
function isCopy(all: Sessions, key: string, stamp: string, words: string, now: Date): boolean {
  const id = withoutAgent(key)
  return Object.entries(all).some(
    ([other, { message, time }]) =>
      message !== undefined &&
      !message.isOver &&
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

/**
 * Reads `alsoSaid` of the developer's own settings: words of their language, or of their voice input, each with the
 * spell that it casts. A repository cannot add any.
 *
 * @returns nothing if there are none. Throws Failure if the file cannot be read
 */
function alsoIn(env: Environment): Readonly<Record<string, string>> {
  const folder = ownFolder(env)
  const document = folder && fromJson(readUserFile(join(folder, 'settings.json')) ?? '')
  const also = isRecord(document) && isRecord(document.alsoSaid) ? Object.entries(document.alsoSaid) : []
  return Object.fromEntries(also.filter((each): each is [string, string] => typeof each[1] === 'string'))
}

/** The same for all repositories; undefined if none is known. */
function ownFolder({ XDG_CONFIG_HOME: xdg, APPDATA, HOME, USERPROFILE }: Environment): string | undefined {
  const home = HOME || USERPROFILE
  const isWindows = process.platform === 'win32'
  // The XDG specification says to ignore relative paths.
  const folder = (isWindows && APPDATA) || (xdg && isAbsolute(xdg) && xdg) || (home && join(home, '.config'))
  return folder ? join(folder, 'spell-cli') : undefined
}

import { isDeepStrictEqual } from 'node:util'
import type { Environment } from '../disk/environment'
import { agentNames, loadAgent } from '../install/agents/agents'
import { isStartedBy } from '../install/agents/detect'
import { capital } from '../text/markdown-parts'
import type { WordSource } from '../work/history/history-line'
import { idOf } from '../work/history/work-id'
import type { Work } from '../work/work'
import { agent, type Turn } from '../workflow/turn'
import { spellNamed } from '../workflows/engineer/spells'
import { isGood, type MessageSource, messageSources } from './message-sources'
import { forEarlier, isStillAt } from './moment'
import type { WantedWord, WordContext } from './permission'
import {
  changeSession,
  freshSession,
  type Session,
  type SessionsHere,
  type ShownWork,
  sessionsHere,
  shownAt,
  typedIn,
} from './sessions'
import { granted, idsLeft, usesIn } from './uses'

/** A session in which the developer has said a word, and how. */
export interface SessionWithWord {
  readonly here: SessionsHere
  readonly key: string
  readonly session: Session
  /** As it is kept: the plain word of a spell by the spell's name, a granted step as `granted`. */
  readonly word: string
  readonly source: Exclude<WordSource, 'unseen'>
  /** The uses of its message that histories name. */
  readonly found: readonly string[]
}

/**
 * Finds the session that has passed on a word which was not used yet: that of the agent's host which this process
 * belongs to, otherwise what the developer has typed for it in another terminal.
 *
 * @param sources who has passed words on here
 * @returns why a word that may have been said does not count, as a sentence; undefined if spell has not seen it
 */
export async function sessionWithWord(
  { word, work, since, person }: WantedWord,
  { root, env, now }: WordContext,
  sources: readonly MessageSource[],
): Promise<SessionWithWord | string | undefined> {
  const here = sessionsHere(root, env)
  const own = sources.includes('host') ? await ownSession(here, env) : undefined
  const typed = typedIn(here.top)
  // A workflow of the repository may have the plain word of a spell as one of its own.
  const plain = work?.flow.kept && spellNamed(word)
  const words = plain ? [word, plain] : [word]
  let because = here.isHidden ? `spell has not seen ${capital(word)} from the developer: ${hidden}` : undefined
  for (const key of [own, typed]) {
    const session = key === undefined ? undefined : here.all[key]
    if (key === undefined || !session || !isGood(Date.parse(session.said), now)) continue
    if (isEarlier(session.said, since, now)) continue
    if (isAnothers(session, person)) continue
    const said = [...words, ...(word === 'accio' ? [granted] : [])].filter((each) => idsLeft(session, each).length > 0)
    const found = said.length > 0 ? usesIn(root, [session.id]) : []
    const kept = said.find((each) => idsLeft(session, each, found).length > 0)
    if (kept === undefined) continue
    const source = kept === granted ? granted : key === typed ? 'typed' : 'said'
    if (!work || isStillAt(session, work)) return { here, key, session, word: kept, source, found }
    because = forEarlier
  }
  return because
}

const hidden =
  'none of their words can be read here. If they have said it, the hook on their messages did not run (the folder’s trust, `/hooks` in Codex, `spell doctor`), or a sandbox hides the state folder of their account; said alone, as a message, it is cast without the shell.'

/** @returns whose turn it is, if the developer has typed the word that it waits for, and no step has used it yet */
export async function turnGiven(turn: Turn, work: Work, asking: WordContext): Promise<Turn> {
  const word = spellNamed(turn.command?.split(' ')[1])
  const found = turn.who === 'you' && word && (await sessionWithWord({ word, work }, asking, []))
  if (!found || typeof found === 'string' || found.source !== 'typed') return turn
  const { words: _, ...known } = turn
  return { ...known, ...agent(`to cast **${capital(word)}** when you tell it to go on: your word is given`) }
}

/** Whether a word was said before what it answers to. The clock of another machine may be ahead. */
function isEarlier(said: string, since = '', now: Date): boolean {
  const shown = Date.parse(since)
  return Date.parse(said) < shown && shown <= now.getTime()
}

/** Whether somebody else has said a word than who makes a step. */
const isAnothers = ({ person: said }: Session, person: string | undefined): boolean =>
  person !== undefined && said !== undefined && said.toLowerCase() !== person.toLowerCase()

/** The session of this process, by which what it shows can be agreed to. */
interface OwnSession {
  readonly here: SessionsHere
  readonly key: string
}

/** @returns where what this process shows is kept: with the session of its host, or with what the developer types */
export async function shownIn(asking: WordContext): Promise<OwnSession> {
  const { root, env, isTyped, said } = asking
  const here = sessionsHere(root, env)
  if (said) return { here, key: said.key }
  const isReported = !(await isTyped?.()) && messageSources(asking).includes('host')
  const own = isReported ? await ownSession(here, env) : undefined
  return { here, key: own ?? typedIn(here.top) }
}

/** Keeps what this process shows, with its session, most of it by digests. Throws Failure as `changeSession` does */
export async function keepShown(
  asking: WordContext,
  shown: Pick<Session, 'shown' | 'replies' | 'told'>,
): Promise<void> {
  const { here, key } = await shownIn(asking)
  const time = asking.now.toISOString()
  await changeSession(here, key, asking.now, (before = freshSession(time, here.top)) => {
    const known = shown.shown && { shown: shownNow(before, shown.shown, time) }
    return { ...before, ...shown, ...known }
  })
}

/** What is shown again is known since it was first shown; the items of the list stay known when a look shows all of it. */
function shownNow(session: Session, shown: ShownWork, time: string): ShownWork {
  const { shown: last } = session
  const now = { ...(last?.items && { items: last.items }), ...shown }
  if (last && isDeepStrictEqual(contentOf(last), contentOf(shown))) return { time, ...last, ...now }
  const seen = shownAt(session, session.said)
  if (!seen) return { ...now, time }
  const { before: _, ...before } = seen
  return { ...now, time, before }
}

/** All that a word agrees to. */
const contentOf = ({ work, criteria, commands, assumptions }: ShownWork) => [work, criteria, commands, assumptions]

/**
 * @returns the key of the session that this process belongs to: the one that its environment names; where the host names
 *   none, the one with the newest report from this worktree, of the hosts that its environment shows, if it does
 */
export async function ownSession({ top, all }: SessionsHere, env: Environment): Promise<string | undefined> {
  const agents = await Promise.all(agentNames.map(async (name) => [name, await loadAgent(name)] as const))
  for (const [name, { sessionVariables }] of agents) {
    const session = sessionVariables.map((variable) => env[variable]).find(Boolean)
    if (session) return `${name}:${session}`
  }
  const hosts = agents.flatMap(([name, each]) => (isStartedBy(each, env) ? [`${name}:`] : []))
  const isOfHost = (key: string) => hosts.length === 0 || hosts.some((host) => key.startsWith(host))
  const here = Object.entries(all).filter(([key, each]) => each.top === top && key !== typedIn(top) && isOfHost(key))
  return here.sort(([, one], [, other]) => (one.time < other.time ? 1 : -1))[0]?.[0]
}

/**
 * @returns the title of the agent whose host has last reported from the worktree of a piece of work, unless that was for
 *   another one; undefined if none has
 */
export async function agentOf(work: Work, { env }: Pick<WordContext, 'env'>): Promise<string | undefined> {
  const { all, top } = sessionsHere(work.root, env)
  const id = idOf(work)
  const reports = Object.entries(all).flatMap(([key, { time, shown, ...session }]) => {
    const name = agentNames.find((each) => key.startsWith(`${each}:`))
    const isHere = session.top === top && (shown === undefined || shown.work === id)
    return name && isHere ? [{ name, time }] : []
  })
  const [last] = reports.sort((one, other) => (one.time < other.time ? 1 : -1))
  return last && (await loadAgent(last.name)).title
}

import type { AgentName } from '../agents/agents'
import type { Message } from '../agents/message'
import { attemptAsync, Failure } from '../failure/failure'
import { spellNamed } from '../flows/engineer/spells'
import { workflows } from '../flows/registry'
import { type Reading, settingsOf } from '../settings/settings'
import { allWork } from '../work/open'
import { ownWordsIn } from '../work/own-words'
import { developerWords } from './known-words'
import { markPassing } from './mark-passing'
import { mayName, type OnlyWord, onlyWord } from './only-word'
import { alsoIn } from './own-settings'
import type { Asking } from './pass'
import { personIfCounted } from './person'
import { momentIn } from './place'
import { type Received, received } from './received'
import { type KnownWords, saidIn } from './said'
import { changeSession, sessionsHere } from './sessions'
import { standingIn } from './standing'
import { carryOver } from './uses'

/** What a message became, and the session that it belongs to. */
export interface Reported {
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
export async function report(
  { root, env, now, settings }: Asking,
  agent: AgentName,
  message: Message,
  mayCast: (said: OnlyWord) => Promise<boolean>,
): Promise<Reported> {
  markPassing(root, 'host', now)
  const own = await ownWordsIn(root)
  const verbs = [...developerWords, ...(await plainIn(own, { root, env, ...(settings && { settings }) }))]
  const names = [...workflows.map(({ name }) => name), ...own.keys()]
  const known = { verbs, workflows: names, own: Object.fromEntries(own), also: alsoIn(env) }
  const said = saidIn(message.text, known)
  const key = `${agent}:${message.session}`
  if (said.isNothing) return { received: { do: 'nothing' }, key }
  const alone = said.asksToWait ? undefined : await aloneIn(root, message.text, known)
  const only = alone && (await mayCast(alone)) ? alone : undefined
  const standing = standingIn(root)
  // What a host puts behind a command stands in lines of its own.
  const whole = only?.untilComplete ? { ...said, untilComplete: true } : said
  const isWord = only !== undefined || Object.keys(said.words).length > 0
  let became: Received = { do: 'nothing' }
  const kept = await attemptAsync(async () => {
    await carryOver({ root, env, now })
    const here = sessionsHere(root, env)
    const person = await personIfCounted(root, env, own)
    const moment = { ...momentIn(root, here.top, now), ...(person !== undefined && { person }) }
    await changeSession(here, key, now, (_, all) => {
      const decided = received(all, { key, message, said: whole, isAlone: alone !== undefined, only, standing }, moment)
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
  return (
    onlyWord(text, known, []) ??
    (mayName(text)
      ? onlyWord(
          text,
          known,
          (await allWork(root)).map(({ name }) => name),
        )
      : undefined)
  )
}

/** The words that need no workflow before them: a plain word of a spell does, unless the workflow is that of the repository. */
async function plainIn(own: ReadonlyMap<string, readonly string[]>, reading: Reading): Promise<readonly string[]> {
  if (own.size === 0) return []
  const { workflow } = await settingsOf(reading)
  return [...own].flatMap(([name, words]) =>
    words.filter((word) => name === workflow || spellNamed(word) === undefined),
  )
}

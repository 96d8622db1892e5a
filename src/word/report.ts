import type { AgentName } from '../agents/agents'
import type { Message } from '../agents/message'
import { spellNamed } from '../flows/engineer/spells'
import { workflows } from '../flows/registry'
import { type Reading, settingsOf } from '../settings/settings'
import { ownWordsIn } from '../work/own-words'
import { heard } from './heard'
import { developerWords } from './known-words'
import { markPassing } from './mark-passing'
import { alsoIn } from './own-settings'
import type { Asking } from './pass'
import { personIfCounted } from './person'
import { saidIn } from './said'
import { changeSession, sessionsHere } from './sessions'

/**
 * Keeps which words a message of the developer says; never its text.
 *
 * @param agent the name of the agent whose host reports it
 * @throws Failure if nothing can be kept; what the file system throws
 */
export async function report(
  { root, env, now, settings }: Asking,
  agent: AgentName,
  { session, text }: Message,
): Promise<void> {
  markPassing(root, 'host', now)
  const own = await ownWordsIn(root)
  const verbs = [...developerWords, ...(await plainIn(own, { root, env, ...(settings && { settings }) }))]
  const names = [...workflows.map(({ name }) => name), ...own.keys()]
  const known = { verbs, workflows: names, own: Object.fromEntries(own), also: alsoIn(env) }
  const said = saidIn(text, known)
  if (said.isNothing) return
  const here = sessionsHere(root, env)
  const person = await personIfCounted(root, env, own)
  await changeSession(here, `${agent}:${session}`, now, (before) =>
    heard(before, said, here.top, now.toISOString(), person),
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

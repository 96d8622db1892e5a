import type { AgentName } from '../agents/agents'
import type { Message } from '../agents/message'
import { workflows } from '../flows/registry'
import { heard } from './heard'
import { developerWords } from './known-words'
import { markPassing } from './mark-passing'
import { alsoIn } from './own-settings'
import type { Asking } from './pass'
import { saidIn } from './said'
import { changeSession, sessionsHere } from './sessions'

/**
 * Keeps which words a message of the developer says; never its text.
 *
 * @param agent the name of the agent whose host reports it
 * @throws Failure if nothing can be kept; what the file system throws
 */
export async function report({ root, env, now }: Asking, agent: AgentName, { session, text }: Message): Promise<void> {
  markPassing(root, 'host', now)
  const known = { verbs: developerWords, workflows: workflows.map(({ name }) => name), also: alsoIn(env) }
  const said = saidIn(text, known)
  if (said.isNothing) return
  const here = sessionsHere(root, env)
  await changeSession(here, `${agent}:${session}`, now, (before) => heard(before, said, here.top, now.toISOString()))
}

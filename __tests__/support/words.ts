import { randomUUID } from 'node:crypto'
import type { CastContext } from '../../src/cast/cast'
import { momentIn } from '../../src/word/moment'
import { noteSource } from '../../src/word/note-source'
import { receiveMessage } from '../../src/word/receive-message'
import { afterMessage, changeSession, sessionsHere } from '../../src/word/sessions'
import { edgeAt } from './casting'
import { type Folder, makeFolder } from './folder'

/** What a test says for the developer, as the host of an agent passes it on. */
export interface Saying {
  readonly words?: Readonly<Record<string, number>>
  readonly asksToWait?: boolean
  readonly untilComplete?: boolean
  readonly session?: string
  readonly hoursAgo?: number
}

/** The environment of an agent's shell in a session, with a folder for the state of programs. */
export const shellOf = (session: string, state = makeFolder().path) => ({
  XDG_STATE_HOME: state,
  CLAUDECODE: '1',
  CLAUDE_CODE_SESSION_ID: session,
})

/** The context of a cast in an agent's session. */
export const inSession = (folder: Folder, session = 'one', state?: string): CastContext => ({
  ...edgeAt(folder),
  env: shellOf(session, state),
})

/** Passes on what the developer says in a session of Claude Code. */
export async function say(
  { root, env, now }: CastContext,
  { words = {}, asksToWait = false, untilComplete = false, session = 'one', hoursAgo = 0 }: Saying,
): Promise<void> {
  const time = new Date(now.getTime() - hoursAgo * 3_600_000)
  noteSource(root, 'host', time)
  const here = sessionsHere(root, env)
  const said = { words, asksToWait, untilComplete, isNothing: false }
  const moment = momentIn(root, here.top, time)
  await changeSession(here, `claude:${session}`, time, (before) => afterMessage(before, said, moment))
}

/** A message that is kept, whatever it says. */
export const reportKept = (ctx: CastContext, text: string, session = 'one') =>
  receiveMessage(ctx, 'claude', { session, text, stamp: randomUUID(), isOfTurn: true }, async () => false)

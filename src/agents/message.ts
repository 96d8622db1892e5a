import { isSubagent } from './subagent'

/** What the developer has written to an agent, as its host tells it. */
export interface Message {
  readonly text: string
  /** Empty if the host does not say which. */
  readonly session: string
}

/** @returns the message in the form that most hosts share; undefined if it is not the developer's, but a subagent's */
export function promptIn(payload: Readonly<Record<string, unknown>>): Message | undefined {
  const { prompt, session_id, sessionId, conversation_id } = payload
  if (typeof prompt !== 'string' || isSubagent(payload)) return undefined
  const session = [session_id, sessionId, conversation_id].find((id) => typeof id === 'string' && id !== '')
  return { text: prompt, session: String(session ?? '') }
}

import type { AgentName } from '../agents/agents'
import type { Message } from '../agents/message'
import { saidIn } from './said'

/** Keeps which words the developer has said to an agent, never the message. */
export async function report(_cli: object, _agent: AgentName, message: Message): Promise<void> {
  saidIn(message.text, { verbs: [], workflows: [], also: {} })
}

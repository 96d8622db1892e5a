import { type AgentName, loadAgent } from '../agents/agents'
import type { Message } from '../agents/message'
import { fromJson, isRecord } from '../failure/json'

/** Of the input: room for a message of 10 MB whose every character is escaped. */
export const mostBytes = 64 * 1024 * 1024

/**
 * Reads what an agent's hook gets on stdin when the developer has written something.
 *
 * @returns undefined if it is no message of the developer's, for whatever reason
 */
export async function messageIn(agent: AgentName, input: string): Promise<Message | undefined> {
  const payload = input.length > mostBytes ? undefined : fromJson(input)
  return isRecord(payload) ? (await loadAgent(agent)).message?.(payload) : undefined
}

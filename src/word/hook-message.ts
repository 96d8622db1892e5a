import { basename, dirname } from 'node:path'
import { readBeginning } from '../disk/read'
import type { Environment } from '../disk/settings/settings'
import { type AgentName, agentNames, loadAgent } from '../install/agents/agents'
import { isHookOf } from '../install/agents/detect'
import type { Message } from '../install/agents/message'
import { isStopReason } from '../install/agents/stop-reason'
import { ifPossible } from '../text/failure'
import { fromJson, isRecord } from '../text/json'

/** Of the input: room for a message of 10 MB whose every character is escaped. */
export const mostBytes = 64 * 1024 * 1024

/** Of the conversation's file: who has begun it stands in its first line. In bytes. */
const beginningBytes = 4096

function beginningOf(path: unknown): string {
  if (typeof path !== 'string') return ''
  return ifPossible(() => readBeginning(dirname(path), basename(path), beginningBytes))?.text ?? ''
}

/** A message, and the folder of the project that it was written in, if the host names one. */
export interface HookInput {
  readonly message: Message
  readonly project: string | undefined
}

/**
 * Reads what an agent's hook gets on stdin when the developer has written something.
 *
 * @returns undefined if it is no message of the developer's, for whatever reason: an agent may have started the hook, or
 *   the host that it runs in
 */
export async function messageIn(agent: AgentName, input: string, env: Environment): Promise<HookInput | undefined> {
  const payload = input.length > mostBytes ? undefined : fromJson(input)
  if (!isRecord(payload)) return undefined
  if (!(await isHookOf(agent, env, payload))) return undefined
  const all = await Promise.all(agentNames.map(loadAgent))
  if (all.some(({ shellVariables }) => shellVariables.some((variable) => env[variable]))) return undefined
  const { message: read, sessionVariables, projectIn, isShown } = await loadAgent(agent)
  const message = read?.(payload, env, () => beginningOf(payload.transcript_path))
  const named = sessionVariables.map((variable) => env[variable]).find(Boolean)
  if (!message || isStopReason(message.text) || (named !== undefined && named !== message.session)) return undefined
  const isWhole = message.isHeadless !== true && isShown?.(env, message) === true
  return { message: { ...message, isShown: isWhole }, project: projectIn?.(payload, env) }
}

import type { HookName } from './agent'
import type { AgentName } from './agents'

/** @returns the arguments with which a hook of an agent calls the program */
export const callOf = (agent: AgentName, hook: HookName): string => `${calls[hook]} ${agent}`

const calls: Readonly<Record<HookName, string>> = {
  session: 'lumos --for ai --brief --hook',
  tool: 'guard tool --agent',
  stop: 'guard stop --agent',
}

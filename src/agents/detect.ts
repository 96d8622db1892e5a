import type { Agent } from './agent'
import { agentNames, loadAgent } from './agents'

type Environment = Readonly<Record<string, string | undefined>>

/** @returns whether a program with this environment was started by the agent */
export const isStartedBy = (
  { variables, sessionVariables }: Pick<Agent, 'variables' | 'sessionVariables'>,
  env: Environment,
): boolean => [...variables, ...sessionVariables].some((variable) => env[variable])

/** @returns the title of the agent that started this process; undefined if none did */
export async function agentIn(env: Environment): Promise<string | undefined> {
  const all = await Promise.all(agentNames.map(loadAgent))
  const found = all.find((agent) => isStartedBy(agent, env))
  // A name that several agents have agreed on.
  return found?.title ?? (env.AI_AGENT ? 'an agent' : undefined)
}

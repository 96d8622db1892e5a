import type { Agent } from './agent'
import { type AgentName, agentNames, loadAgent } from './agents'

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

/** What is known of the host that runs a hook. */
export interface Host {
  readonly env: Environment
  /** What it got on stdin. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Tells a hook that the host of an agent runs from one that another host runs in that agent's form, because it reads the
 * same files. A host that sets nothing for its hooks is believed, unless another one's variable is there.
 *
 * @param name whose form the hook has
 */
export async function isHookOf(name: AgentName, env: Environment, payload: Host['payload'] = {}): Promise<boolean> {
  const agents = await Promise.all(agentNames.map(async (each) => [each, await loadAgent(each)] as const))
  const running = agents.filter(([, { hookVariables }]) => hookVariables.some((variable) => env[variable]))
  const isElsewhere = running.length > 0 && !running.some(([each]) => each === name)
  const { isLent } = await loadAgent(name)
  return !(isLent?.(payload, env, isElsewhere) ?? isElsewhere)
}

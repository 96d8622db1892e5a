import { type AgentName, agentNames, loadAgent } from './agents'

/** What is known of the host that runs a hook. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>
  /** What it got on stdin. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Tells a hook that the host of an agent runs from one that another host runs in that agent's form, because it reads the
 * same files. A host that sets nothing for its hooks is believed, unless another one's variable is there.
 *
 * @param name whose form the hook has
 */
export async function isHookOf(name: AgentName, env: Host['env'], payload: Host['payload'] = {}): Promise<boolean> {
  const agents = await Promise.all(agentNames.map(async (each) => [each, await loadAgent(each)] as const))
  const running = agents.filter(([, { hookVariables }]) => hookVariables.some((variable) => env[variable]))
  const isElsewhere = running.length > 0 && !running.some(([each]) => each === name)
  const { isLent } = await loadAgent(name)
  return !(isLent?.(payload, env, isElsewhere) ?? isElsewhere)
}

import type { Agent, HookName } from './agent'

/** Every agent, by its name in options and records, in the order of the help. Loaded only when it is asked for. */
const registry = {
  claude: () => import('./claude'),
  codex: () => import('./codex'),
  cursor: () => import('./cursor'),
  copilot: () => import('./copilot'),
  gemini: () => import('./gemini'),
  opencode: () => import('./opencode'),
  agents: () => import('./any-agent'),
} satisfies Readonly<Record<string, () => Promise<{ readonly agent: Agent }>>>

export type AgentName = keyof typeof registry
export const agentNames = Object.keys(registry) as AgentName[]

/** Any agent that reads AGENTS.md, used if none is known; so it is never detected. */
export const anyAgent: AgentName = 'agents'

export const loadAgent = async (name: AgentName): Promise<Agent> => (await registry[name]()).agent

/** @returns the arguments with which a hook of an agent calls the program */
export const callOf = (agent: AgentName, hook: HookName): string => `${calls[hook]} ${agent}`

const calls: Readonly<Record<HookName, string>> = {
  session: 'lumos --for ai --brief --hook',
  tool: 'guard tool --agent',
  stop: 'guard stop --agent',
}

type Environment = Readonly<Record<string, string | undefined>>

/** @returns whether a program with this environment was started by the agent */
export const isStartedBy = ({ variables }: Pick<Agent, 'variables'>, env: Environment): boolean =>
  variables.some((variable) => env[variable])

/** @returns the title of the agent that started this process; undefined if none did */
export async function agentIn(env: Environment): Promise<string | undefined> {
  const all = await Promise.all(agentNames.map(loadAgent))
  return all.find((agent) => isStartedBy(agent, env))?.title
}

import type { Agent } from './agent'

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

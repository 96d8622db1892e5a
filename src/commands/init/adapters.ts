import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spells } from '../spells/spells'
import type { AgentTexts } from './agents/texts'
import type { HookTexts } from './hook-managers/texts'
import type { Adapters } from './pieces/adapter'

/** The scripts of hooks, which the build has put next to the program. */
export const loadHookTexts = (): HookTexts => JSON.parse(readFileSync(join(__dirname, 'hooks.json'), 'utf8'))

const loadAgentTexts = (): AgentTexts => JSON.parse(readFileSync(join(__dirname, 'agents.json'), 'utf8'))

/** @returns everything that `spell init` can put in */
export async function loadAdapters(): Promise<Adapters> {
  const { agents } = await import('./agents/agents')
  const { hookRunners } = await import('./hook-managers/runners')
  const words = Object.entries(spells).map(([name, { alias, summary }]) => ({ name, alias, summary }))
  return {
    agents: agents({ texts: loadAgentTexts(), spells: words }),
    managers: hookRunners(loadHookTexts()),
  }
}

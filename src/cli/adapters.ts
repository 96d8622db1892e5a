import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookTexts } from '../hooks/texts'
import type { Adapters } from '../install/adapter'

/** The scripts of hooks, which the build has put next to the program. */
export const loadHookTexts = (): HookTexts => JSON.parse(readFileSync(join(__dirname, 'hooks.json'), 'utf8'))

/** @returns everything that `spell init` can put in */
export async function loadAdapters(): Promise<Adapters> {
  const { hookRunners } = await import('../hooks/runners')
  return { agents: [], managers: hookRunners(loadHookTexts()) }
}

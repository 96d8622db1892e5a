import type { Command, Group } from '../cli/command'
import { workflows } from '../workflows/registry'

type Verbs = { readonly commands: readonly Command[] } & Partial<Pick<Group, 'completions'>>

/** Those of each workflow beside the six spells, and what can be written behind them here and now. */
const verbs: Readonly<Record<string, () => Promise<Verbs>>> = {
  discovery: () => import('./verbs/discovery'),
  collab: () => import('./verbs/collab'),
  hope: () => import('./verbs/hope'),
}

/** The workflows beside the six spells. */
export const groups: readonly Group[] = workflows.flatMap(({ name, summary }) => {
  const load = verbs[name]
  if (!load) return []
  const completions: Group['completions'] = async (asked) => (await load()).completions?.(asked)
  return [{ name, summary, load: async () => (await load()).commands, completions }]
})

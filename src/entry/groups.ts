import type { Command, Group } from '../cli/command'
import { workflows } from '../flows/registry'

type Verbs = { readonly commands: readonly Command[] } & Partial<Pick<Group, 'completions'>>

/** The commands of each workflow besides the six spells, and their completions for the current state. */
const verbs: Readonly<Record<string, () => Promise<Verbs>>> = {
  discovery: () => import('./verbs/discovery'),
  collab: () => import('./verbs/collab'),
  hope: () => import('./verbs/hope'),
}

/** The workflows besides the six spells. */
export const groups: readonly Group[] = workflows.flatMap(({ name, summary }) => {
  const load = verbs[name]
  if (!load) return []
  const completions: Group['completions'] = async (asked) => (await load()).completions?.(asked)
  return [{ name, summary, load: async () => (await load()).commands, completions }]
})

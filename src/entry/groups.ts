import type { Command, Examples, Group } from '../cli/command'
import { standard, workflows } from '../flows/registry'

interface Verbs extends Partial<Pick<Group, 'completions'>> {
  readonly commands: readonly Command[]
  readonly examples: Readonly<Record<string, Examples>>
}

/** The commands of each workflow besides the six spells; workflows are further in, and cannot name them. */
const verbs: Readonly<Record<string, () => Promise<Verbs>>> = {
  discovery: () => import('./verbs/discovery'),
  collab: () => import('./verbs/collab'),
  hope: () => import('./verbs/hope'),
}

/** The workflows besides the six spells. */
export const groups: readonly Group[] = workflows
  .filter(({ name }) => name !== standard)
  .map(({ name, summary }) => {
    const load = async () => {
      const found = await verbs[name]?.()
      if (!found) throw new Error(`src/entry/groups.ts has no commands of ${name}`)
      return found
    }
    return {
      name,
      summary,
      load: async () => (await load()).commands,
      examples: async () => (await load()).examples,
      completions: async (asked) => (await load()).completions?.(asked),
    }
  })

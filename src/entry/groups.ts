import type { Command, CompletionRequest, Examples, Group } from '../cli/command'
import { standard, workflows } from '../flows/registry'
import { workflowsIn } from '../work/workflows-here'

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

/** @returns the workflows of a repository besides the six spells. Throws Failure if a folder cannot be read */
export async function groupsIn(root: string): Promise<readonly Group[]> {
  const own = (await workflowsIn(root)).filter(({ fresh }) => fresh)
  return [
    ...groups,
    ...own.map((entry) => ({
      name: entry.name,
      begin: 'new' as const,
      summary: entry.summary,
      load: async () => (await import('../verbs/own/own-commands')).ownCommands(root, entry),
      refuse: async () => (await import('../work/own-words')).ownFlowsOf(root, entry, true),
      examples: async () => ({}),
      completions: async (asked: CompletionRequest) =>
        (await import('../verbs/own/own-commands')).commandsNow(entry, asked),
    })),
  ]
}

/** The built-in ones. */
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
      begin: 'start',
      summary,
      load: async () => (await load()).commands,
      examples: async () => (await load()).examples,
      completions: async (asked) => (await load()).completions?.(asked),
    }
  })

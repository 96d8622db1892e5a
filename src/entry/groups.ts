import type { Group } from '../cli/command'
import { commandsOf, type Parts } from '../commands/word-commands'
import { workflowsIn } from '../work/workflows-here'
import { standard, type WorkflowEntry, workflows } from '../workflows/registry'

/** What each workflow besides the six spells has for its commands; workflows are further in, and cannot name them. */
const partsOf: Readonly<Record<string, () => Promise<{ readonly parts: Parts }>>> = {
  discovery: () => import('../commands/discovery/discovery'),
  collab: () => import('../commands/collab/collab'),
  hope: () => import('../commands/hope/hope'),
}

/** @returns the workflows of a repository besides the six spells. Throws Failure if a folder cannot be read */
export async function groupsIn(root: string): Promise<readonly Group[]> {
  const own = (await workflowsIn(root)).filter(({ fresh }) => fresh)
  return [
    ...groups,
    ...own.map((entry) => ({
      ...groupOf(entry, 'new', async () => (await import('../commands/own/own-commands')).ownParts(root, entry)),
      refuse: async () => (await import('../work/own-words')).ownFlowsOf(root, entry, true),
    })),
  ]
}

/** The built-in ones. */
export const groups: readonly Group[] = workflows
  .filter(({ name }) => name !== standard)
  .map((entry) =>
    groupOf(entry, 'start', async () => {
      const found = await partsOf[entry.name]?.()
      if (!found) throw new Error(`src/entry/groups.ts has no commands of ${entry.name}`)
      return found.parts
    }),
  )

function groupOf({ name, summary }: WorkflowEntry, begin: Group['begin'], parts: () => Promise<Parts>): Group {
  return {
    name,
    begin,
    summary,
    load: async () => commandsOf(await parts()),
  }
}

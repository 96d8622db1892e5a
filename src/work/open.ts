import { listingOf } from '../disk/listing'
import type { Workflow } from '../workflow/flow'
import { entryOf, standard, standardFlow } from '../workflows/registry'
import type { Choice } from './choice'
import { type Work, workIn } from './work'

/** A piece of work whose paths are known: it may not have begun. */
interface Known {
  readonly flow: Workflow
  readonly isOneOfSeveral?: boolean
}

/**
 * Opens the piece of work that is meant. With `allWork` the only way to one.
 *
 * @throws Failure (notPossible) `no-work` if there is none, (usage) `unknown-work`, or `which-work` with the names
 */
export async function openWork(root: string, choice: Choice | Known): Promise<Work> {
  if ('flow' in choice) return workIn(root, choice.flow, choice.isOneOfSeveral)
  const { workflow = standard, asked, env, listing = listingOf(root) } = choice
  // One piece of work without a name is the common case, and costs nothing.
  const isAlone = workflow === standard && asked === undefined && !env.SPELL_WORK
  if (isAlone && listing.kindOf(`${entryOf(standard).named}`) === undefined) return workIn(root, standardFlow)
  return (await import('./choice')).chooseWork(root, choice)
}

/**
 * @param scope `here`: every piece of work that is not archived, of all workflows; that of the six spells even if it
 *   has not begun. `archives`: every archived one, the oldest first
 */
export async function allWork(root: string, scope: 'here' | 'archives' = 'here'): Promise<readonly Work[]> {
  if (scope === 'archives') return (await import('./archives')).archivedWorks(root)
  const { worksInUse } = await import('./in-use')
  return (await worksInUse(root)).flatMap(({ works }) => works)
}

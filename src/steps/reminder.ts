import type { Texts } from '../answer/texts'
import { type CastContext, cast } from '../cast/cast'
import { attempt } from '../failure/failure'
import { standard } from '../flows/registry'
import { workflowsInUse } from '../work/in-use'
import { byMostRecent, lastModified } from '../work/recency'
import { loadState } from '../work/state/state'

/**
 * The reminder for an agent if the six spells have no work, but another workflow has.
 *
 * @param textsOf loads the texts of a workflow by its name
 * @param told the workflow of which another hook tells already
 * @returns the reminder of the most recent piece of work, empty if another hook gives it; undefined if there is none
 * @throws Failure if it cannot be read
 */
export async function reminderOfOthers(
  ctx: CastContext,
  textsOf: (workflow: string) => Texts,
  told?: string,
): Promise<string | undefined> {
  const { root } = ctx
  const others = (await workflowsInUse(root)).filter(({ name }) => name !== standard)
  const work = others.flatMap(({ pieces }) => pieces.map(({ workflow }) => workflow))
  const [last] = work
    .map((workflow) => ({ workflow, ...lastModified(attempt(() => loadState(root, workflow))) }))
    .sort(byMostRecent)
  if (!last) return undefined
  const { workflow } = last
  if (workflow.definition.name === told) return ''
  return (await cast(workflow, workflow.look, { ...ctx, texts: textsOf(workflow.definition.name) })).brief
}

/** @returns the reminder for an agent if nothing says which of several pieces of work is meant */
export const reminderOfSeveral = (names: readonly string[]): string =>
  `Several pieces of work are under way here: ${names.join(', ')}. Ask the developer which is meant, then say \`--work NAME\` with every spell.`

import type { Texts } from '../answer/texts'
import { cast, type Edge } from '../cast/cast'
import { attempt } from '../failure/failure'
import { loadState } from '../store/state/state'
import { standard } from '../workflows/registry'
import { usesIn } from './in-use'
import { lastFirst, workedOn } from './recency'

/**
 * What an agent is reminded of where the six spells have no work, and another workflow has.
 *
 * @param textsOf the texts of a workflow, by its name
 * @returns the reminder of the piece of work that was last worked on; undefined where there is none
 * @throws Failure where that cannot be read
 */
export async function reminderOfOthers(edge: Edge, textsOf: (workflow: string) => Texts): Promise<string | undefined> {
  const { root } = edge
  const others = (await usesIn(root)).filter(({ name }) => name !== standard)
  const work = others.flatMap(({ pieces }) => pieces.map(({ workflow }) => workflow))
  const [last] = work
    .map((workflow) => ({ workflow, ...workedOn(attempt(() => loadState(root, workflow))) }))
    .sort(lastFirst)
  if (!last) return undefined
  const { workflow } = last
  return (await cast(workflow, workflow.look, { ...edge, texts: textsOf(workflow.definition.name) })).brief
}

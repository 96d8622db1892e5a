import { cast, type Edge } from '../../cast/cast'
import type { Asked } from '../../cli/command'
import { attempt } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { namesOf, type Several } from '../../works/instances'
import { canUndo } from './undo'

/**
 * @param several the pieces of work of a workflow
 * @param open the one that the line means
 * @returns the verbs that would do something here and now
 */
export async function possibleVerbs(
  { verbs }: Asked,
  several: Several,
  edge: Edge,
  open: () => Workflow,
): Promise<readonly string[]> {
  const names = (chosen: typeof verbs) => chosen.map(({ name }) => name)
  // Those that name no piece of work need none.
  if (namesOf(edge.root, several).length === 0) {
    return names(verbs.filter(({ options }) => !options.some(({ flag }) => flag === several.flag)))
  }
  const workflow = open()
  const { spells } = await cast(workflow, workflow.look, edge)
  const isPossible = (name: string) => {
    if (name === 'start') return true
    if (name === 'undo') return attempt(() => canUndo(edge.root, workflow)) === true
    return spells.find((spell) => spell.name === name)?.available ?? true
  }
  return names(verbs.filter(({ name }) => isPossible(name)))
}

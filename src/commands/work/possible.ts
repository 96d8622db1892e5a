import { type CastContext, cast } from '../../cast/cast'
import type { CompletionRequest } from '../../cli/command'
import { attempt } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { type InstanceKind, namesOf } from '../../works/instances'
import { canUndo } from './undo'

/**
 * @param several the pieces of work of a workflow
 * @param open the one that the line means
 * @returns the verbs that would do something here and now
 */
export async function possibleVerbs(
  { verbs }: CompletionRequest,
  several: InstanceKind,
  ctx: CastContext,
  open: () => Workflow,
): Promise<readonly string[]> {
  const names = (chosen: typeof verbs) => chosen.map(({ name }) => name)
  // Those that name no piece of work need none.
  if (namesOf(ctx.root, several).length === 0) {
    return names(verbs.filter(({ options }) => !options.some(({ flag }) => flag === several.flag)))
  }
  const workflow = open()
  const { spells } = await cast(workflow, workflow.look, ctx)
  const isPossible = (name: string) => {
    if (name === 'start') return true
    if (name === 'undo') return attempt(() => canUndo(ctx.root, workflow)) === true
    return spells.find((spell) => spell.name === name)?.available ?? true
  }
  return names(verbs.filter(({ name }) => isPossible(name)))
}

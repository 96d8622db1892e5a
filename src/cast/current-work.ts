import { carriedOutIn } from '../work/carried-out'
import { isUnderWay } from '../work/choice'
import { namesIn } from '../work/in-use'
import { openWork } from '../work/open'
import { textsOf } from '../work/texts'
import { workflowIn } from '../work/workflows-here'
import type { ChosenWork } from './chosen-work'

/**
 * Which work is meant where none is named: that of the six spells while it is under way, then that of the repository's
 * own workflow until its plan is carried out, then complete work of the six spells.
 *
 * @param workflow of the repository
 * @returns the work, and the folder of the work that carries it out, if it is a plan
 * @throws Failure as `openWork` does
 */
export async function currentWork(
  here: ChosenWork,
  workflow: string,
): Promise<ChosenWork & { readonly carried?: string | undefined }> {
  const { definition } = here.work.flow
  if (workflow === definition.name || isUnderWay(here.work)) return here
  const { root, env } = here.ctx
  const entry = await workflowIn(root, workflow)
  if (namesIn(root, entry).length === 0) return here
  const work = await openWork(root, { workflow, env, isLook: true })
  const carried = entry.isPlan ? (await carriedOutIn(root))(work) : undefined
  if (carried !== undefined && here.work.saved.current !== definition.initial) return here
  return { work, ctx: { ...here.ctx, texts: textsOf(work.flow) }, carried }
}

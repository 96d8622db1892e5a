import { type CastContext, cast } from '../cast/cast'
import { isFolder } from '../disk/read'
import type { Workflow } from '../flows/flow'
import { loadSettings } from '../settings/settings'
import type { Answered, Fetching } from './fetch-review'

/** What a spell can bring along. */
interface Brought {
  readonly note?: string | undefined
  /** For Reparo, how to fetch comments. */
  readonly fetching?: Fetching | undefined
  /** For Accio, the plan or the session that the work begins with. */
  readonly from?: string | undefined
}

/** Without a request by the user, and without progress messages. */
const quietly: Fetching = { asked: false, pullRequest: undefined, tell: () => {} }

/**
 * Casts a spell; Reparo with the comments of the pull request, if the user or the settings ask for it, Accio with what a
 * plan has agreed on. Only then their code is loaded. Lumos before the start names the plans that wait for an Accio.
 *
 * @returns the answer, with what was fetched
 * @throws Failure as `cast`, `reparo` and `handedOver` do
 */
export async function castWith(
  workflow: Workflow,
  spell: string,
  ctx: CastContext,
  { note, fetching = quietly, from }: Brought,
): Promise<Answered> {
  if (from !== undefined) {
    const { handedOver } = await import('../work/handed-over')
    return cast(workflow, spell, ctx, note, await handedOver(ctx.root, workflow, from))
  }
  const fetches = spell === 'reparo' && (fetching.asked || (await loadSettings(ctx.root, ctx.env)).review.fetches)
  if (!fetches) {
    const answer = await cast(workflow, spell, ctx, note)
    const isBefore = spell === workflow.look && answer.to === workflow.definition.initial
    if (!isBefore || !isFolder(ctx.root, '.ai/discovery')) return answer
    return (await import('../steps/to-carry-out')).toCarryOut(ctx.root, answer)
  }
  const { reparo } = await import('./fetch-review')
  return reparo(workflow, ctx, fetching, note)
}

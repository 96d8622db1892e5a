import { type CastContext, cast } from '../../cast/cast'
import { loadSettings } from '../../store/settings/settings'
import type { Workflow } from '../../workflows/workflow'
import type { Answered, Fetching } from './fetch-review'

/** Without a request by the user, and without progress messages. */
const quietly: Fetching = { asked: false, pullRequest: undefined, tell: () => {} }

/**
 * Casts a spell; Reparo with the comments of the pull request, if the user or the settings ask for it. Only then the
 * GitHub code is loaded.
 *
 * @returns the answer, with what was fetched
 * @throws Failure as `cast` and `reparo` do
 */
export async function castOrFetch(
  workflow: Workflow,
  spell: string,
  ctx: CastContext,
  note?: string,
  fetching = quietly,
): Promise<Answered> {
  const fetches = spell === 'reparo' && (fetching.asked || (await loadSettings(ctx.root, ctx.env)).review.fetches)
  if (!fetches) return cast(workflow, spell, ctx, note)
  const { reparo } = await import('./fetch-review')
  return reparo(workflow, ctx, fetching, note)
}

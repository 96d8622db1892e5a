import type { Answer } from '../answer/answer'
import { compose } from '../answer/compose'
import { cast } from '../cast/cast'
import type { CastContext } from '../cast/context'
import { loadTexts } from '../cli/cast-context'
import type { WorkMeant } from '../cli/work-meant'
import { entryOf, standard } from '../flows/registry'
import { carriedOutIn } from '../work/carried-out'
import { namesIn } from '../work/in-use'
import { openWork } from '../work/open'

/**
 * @returns the work of another workflow that is in use; undefined if it has none
 * @throws Failure as `openWork` does
 */
export async function workElsewhere(
  { root, env, ...ctx }: CastContext,
  workflow: string,
): Promise<WorkMeant | undefined> {
  if (namesIn(root, entryOf(workflow)).length === 0) return undefined
  const work = await openWork(root, { workflow, env, isLook: true })
  return { work, ctx: { ...ctx, root, env, texts: loadTexts(workflow) } }
}

/**
 * What Lumos says in a repository of another workflow, if the six spells have nothing under way.
 *
 * @param workflow of the repository
 * @param hasBegun whether the six spells have complete work, which is shown if the other workflow has none, or its plan
 *   is carried out
 * @returns undefined if only the six spells have work
 * @throws Failure as `openWork` and `cast` do
 */
export async function lookElsewhere(
  ctx: CastContext,
  workflow: string,
  hasBegun: boolean,
): Promise<Answer | undefined> {
  const meant = await workElsewhere(ctx, workflow)
  const carried = meant && entryOf(workflow).isCarriedOut ? (await carriedOutIn(ctx.root))(meant.work) : undefined
  const told = carried === undefined ? undefined : { carried }
  if (meant && !(hasBegun && told)) return cast(meant.work, meant.work.flow.look, meant.ctx, undefined, told)
  if (hasBegun) return undefined
  const entry = entryOf(workflow)
  const texts = loadTexts(workflow)
  const { rows } = loadTexts(standard)
  const place = rows.get('begin') ?? {}
  const { definition } = await entry.load()
  return compose({
    workflow,
    work: '',
    spell: 'lumos',
    row: { id: 'begin', kind: 'show' },
    from: definition.initial,
    to: definition.initial,
    place,
    facts: { workflow, begin: entry.begin },
    texts: { ...texts, rows, header: '', brief: place.ai ?? '' },
    offers: [],
    files: { created: [], kept: [], moved: [] },
    keyFiles: [],
    shown: [],
    links: [],
    note: undefined,
    warnings: [],
  })
}

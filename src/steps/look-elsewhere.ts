import type { Answer } from '../answer/answer'
import { compose } from '../answer/compose'
import { cast } from '../cast/cast'
import type { CastContext } from '../cast/context'
import { loadTexts } from '../cli/cast-context'
import { entryOf, standard } from '../flows/registry'
import { namesIn } from '../work/in-use'
import { openWork } from '../work/open'

/**
 * What Lumos says in a repository of another workflow, if the six spells have nothing under way.
 *
 * @param workflow of the repository
 * @param hasBegun whether the six spells have complete work, which is shown if the other workflow has none
 * @returns undefined if only the six spells have work
 * @throws Failure as `openWork` and `cast` do
 */
export async function lookElsewhere(
  ctx: CastContext,
  workflow: string,
  hasBegun: boolean,
): Promise<Answer | undefined> {
  const { root, env } = ctx
  const entry = entryOf(workflow)
  const texts = loadTexts(workflow)
  if (namesIn(root, entry).length > 0) {
    const work = await openWork(root, { workflow, env, isLook: true })
    return cast(work, work.flow.look, { ...ctx, texts })
  }
  if (hasBegun) return undefined
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

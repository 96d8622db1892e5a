import type { Answer } from '../answer/answer'
import { compose } from '../answer/compose'
import { cast } from '../cast/cast'
import { loadTexts } from '../cli/cast-context'
import { workAtHand } from '../cli/work-at-hand'
import type { WorkMeant } from '../cli/work-meant'
import { entryOf, standard } from '../flows/registry'
import { settingsOf } from '../settings/settings'

/**
 * What Lumos says without a name: of the repository's own workflow, if that is another one and the six spells have
 * nothing under way.
 *
 * @param answer what it says of the six spells
 * @throws Failure as `workAtHand` and `cast` do
 */
export async function lookElsewhere(here: WorkMeant, answer: Answer): Promise<Answer> {
  const { workflow } = await settingsOf(here.ctx)
  const { work, ctx, carried } = await workAtHand(here, workflow)
  if (work !== here.work)
    return cast(work, work.flow.look, ctx, undefined, carried === undefined ? undefined : { carried })
  const { definition: own } = work.flow
  if (workflow === own.name || work.saved.current !== own.initial) return answer
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

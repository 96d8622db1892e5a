import type { Answer } from '../answer/answer'
import { compose } from '../answer/compose'
import { cast } from '../cast/cast'
import { loadTexts } from '../cli/cast-context'
import { workAtHand } from '../cli/work-at-hand'
import type { WorkMeant } from '../cli/work-meant'
import { entryOf, standard } from '../flows/registry'

/**
 * What Lumos says in a repository of another workflow, if the six spells have nothing under way.
 *
 * @param workflow of the repository
 * @param state of the six spells' work
 * @returns undefined if the six spells' work is meant
 * @throws Failure as `workAtHand` and `cast` do
 */
export async function lookElsewhere(here: WorkMeant, workflow: string, state: string): Promise<Answer | undefined> {
  const { work, ctx, carried } = await workAtHand(here, workflow, state)
  if (work !== here.work)
    return cast(work, work.flow.look, ctx, undefined, carried === undefined ? undefined : { carried })
  if (state !== work.flow.definition.initial) return undefined
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

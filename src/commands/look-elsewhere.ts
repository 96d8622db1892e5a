import type { Answer } from '../cast/answer/answer'
import { compose } from '../cast/answer/compose'
import { cast } from '../cast/cast'
import type { ChosenWork } from '../cast/chosen-work'
import { currentWork } from '../cast/current-work'
import { settingsOf } from '../work/settings/settings'
import { loadTexts, textsOf } from '../work/texts'
import { workflowIn } from '../work/workflows-here'
import { standard } from '../workflows/registry'

/**
 * What Lumos says without a name: of the repository's own workflow, if that is another one and the six spells have
 * nothing under way.
 *
 * @param answer what it says of the six spells
 * @throws Failure as `currentWork` and `cast` do
 */
export async function lookElsewhere(here: ChosenWork, answer: Answer): Promise<Answer> {
  const { workflow } = await settingsOf(here.ctx)
  const { work, ctx, carried } = await currentWork(here, workflow)
  if (work !== here.work)
    return cast(work, work.flow.look, ctx, undefined, carried === undefined ? undefined : { carried })
  const { definition: own } = work.flow
  if (workflow === own.name || work.saved.current !== own.initial) return answer
  const entry = await workflowIn(here.ctx.root, workflow)
  const flow = entry.fresh ? await entry.fresh('') : (await entry.load()).open('')
  const { rows } = loadTexts(standard)
  const place = rows.get('begin') ?? {}
  const { initial } = flow.definition
  return compose({
    workflow,
    work: '',
    spell: 'lumos',
    look: flow.look,
    row: { id: 'begin', kind: 'show' },
    from: initial,
    to: initial,
    place,
    facts: { workflow, begin: entry.begin },
    texts: { ...textsOf(flow), rows, header: '', brief: place.ai ?? '' },
    offers: [],
    files: { created: [], kept: [], moved: [] },
    keyFiles: [],
    shown: [],
    links: [],
    note: undefined,
    warnings: [],
  })
}

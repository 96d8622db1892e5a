import { digestOfFile } from '../../disk/digest'
import { readText } from '../../disk/read'
import { attemptAsync, Failure } from '../../failure/failure'
import { readCriterion } from '../../proof/criteria/criterion'
import { knownIn } from '../../proof/criteria/known'
import { knownCriteria } from '../../work/history/known-criteria'
import { probeFiles } from '../../work/state/probe'
import type { PlanToday } from './criteria-rule'
import type { Piece } from './pieces'

/** @returns today's plan of a piece of work; undefined if it cannot be read, which the doctor reports */
export async function planToday(root: string, { workflow, isArchived }: Piece): Promise<PlanToday | undefined> {
  const { plan, folder } = workflow
  if (!plan) return undefined
  const file = isArchived ? `${folder}/${plan.file.slice(plan.file.lastIndexOf('/') + 1)}` : plan.file
  const seen = await attemptAsync(async () => {
    const probe = isArchived ? { [plan.file]: readText(root, file) } : probeFiles(root, workflow.probes)
    const text = probe[plan.file]
    const digest = await digestOfFile(root, file)
    if (typeof text !== 'string' || digest === undefined) return undefined
    const items = plan.criteria(text)
    const commands = plan.proving ? knownIn(items.map(readCriterion)).map((each) => each.commands) : []
    const known = await knownCriteria(digest, items, commands)
    const texts = new Map(items.map((item, index) => [known.texts[index] ?? '', item]))
    return { file, open: items.filter(({ ticked }) => !ticked).length, known, texts }
  })
  return seen instanceof Failure ? undefined : seen
}

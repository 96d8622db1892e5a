import type { CastContext } from '../cast/cast'
import type { Workflow } from '../flows/flow'
import { beginningOf, workIdOf } from '../work/history/work-id'
import { readProofs } from '../work/proof-log'
import { loadState, seeStill } from '../work/state/state'
import type { Proof } from './criteria/proof'
import { standingOf } from './criteria/standing'
import { freshIn, knownIn } from './standing/standings'
import { whatLiesHere } from './what-lies-here'
import { writtenIn } from './written'

/** What the proofs of a piece of work show for what lies here now. */
export interface ShownNow {
  /** By the ids of what has a command; those whose command has not been run for what lies here are absent. */
  readonly shown: Readonly<Record<string, 'passed' | 'failed'>>
  /** The digest of the last proof; absent without one. */
  readonly proofs?: string
}

/**
 * Compares the proofs of a piece of work without a plan with what lies here. Without proofs git is not asked.
 *
 * @throws Failure as `writtenIn` and `whatLiesHere` do
 */
export async function shownNow(
  workflow: Workflow,
  { root, env }: Pick<CastContext, 'root' | 'env'>,
): Promise<ShownNow> {
  const { history } = seeStill(root, workflow, () => loadState(root, workflow))
  const first = beginningOf(root, workflow, history)
  const { proofs } = readProofs(root, workflow, first && workIdOf(first))
  const last = proofs.at(-1)?.digest
  if (last === undefined) return { shown: {} }
  const { criteria } = writtenIn(root, workflow) ?? { criteria: [] }
  const { trees } = await whatLiesHere(root, workflow, [], env)
  const isFresh = freshIn(root, { treeAll: trees?.treeAll })
  const shown = knownIn(criteria).flatMap((known, index): [string, 'passed' | 'failed'][] => {
    const criterion = criteria[index]
    if (!criterion?.id || criterion.commands.length === 0) return []
    if (standingOf({ ...criterion, ticked: true }, known, proofs, isFresh) === 'proven')
      return [[criterion.id, 'passed']]
    const isOurs = (proof: Proof) => proof.criterion === known.criterion && proof.commands === known.commands
    const ran = proofs.findLast(isOurs)
    return ran && ran.outcome !== 'passed' && isFresh(ran) ? [[criterion.id, 'failed']] : []
  })
  return { shown: Object.fromEntries(shown), proofs: last }
}

import type { CastContext } from '../cast/context'
import { proofLogOf } from '../work/proof-log'
import type { Work } from '../work/work'
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
export async function shownNow(work: Work, { root, env }: Pick<CastContext, 'root' | 'env'>): Promise<ShownNow> {
  const { proofs } = proofLogOf(work)
  const last = proofs.at(-1)?.digest
  if (last === undefined) return { shown: {} }
  const { criteria } = writtenIn(root, work.flow) ?? { criteria: [] }
  const { trees } = await whatLiesHere(root, work.flow, [], env)
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

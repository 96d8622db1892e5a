import type { CastContext } from '../cast/context'
import { proofLogOf } from '../work/proof-log'
import type { Work } from '../work/work'
import { knownCriteria } from './criteria/known'
import type { Proof } from './criteria/proof'
import { standingOf } from './criteria/standing'
import { criteriaAtHand } from './criteria-at-hand'
import { takeSnapshot } from './snapshot'
import { freshIn } from './standing/standings'

/** What the proofs of a piece of work show for the files that are here now. */
export interface CurrentResults {
  /** By the ids of what has a command; those whose command has not been run for what lies here are absent. */
  readonly shown: Readonly<Record<string, 'passed' | 'failed'>>
  readonly proofs?: string
}

/**
 * Compares the proofs of a piece of work without a plan with what lies here. Without proofs git is not asked.
 *
 * @throws Failure as `criteriaAtHand` and `takeSnapshot` do
 */
export async function currentResults(
  work: Work,
  { root, env }: Pick<CastContext, 'root' | 'env'>,
): Promise<CurrentResults> {
  const { proofs } = proofLogOf(work)
  const last = proofs.at(-1)?.digest
  if (last === undefined) return { shown: {} }
  const { criteria } = criteriaAtHand(work) ?? { criteria: [] }
  const { trees } = await takeSnapshot(work, env)
  const isFresh = freshIn(root, { treeAll: trees?.treeAll })
  const shown = knownCriteria(criteria).flatMap(({ criterion, known }): [string, 'passed' | 'failed'][] => {
    if (!criterion.id || criterion.commands.length === 0) return []
    if (standingOf(criterion, known, { proofs, isFresh }) === 'proven') return [[criterion.id, 'passed']]
    const isOurs = (proof: Proof) => proof.criterion === known.criterion && proof.commands === known.commands
    const ran = proofs.findLast(isOurs)
    return ran && ran.outcome !== 'passed' && isFresh(ran) ? [[criterion.id, 'failed']] : []
  })
  return { shown: Object.fromEntries(shown), proofs: last }
}

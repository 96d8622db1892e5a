import type { Git } from '../git/git'
import { ifPossible } from '../text/failure'
import { proofLogOf } from '../work/proof-log'
import { archivedState, claimsOf, type Work } from '../work/work'
import { readCriterion } from '../workflow/criteria/criterion'
import type { ProofSettings } from '../workflow/criteria/proofs-now'
import { plannedIn } from '../workflow/criteria/provable'
import { type ProofRow, proofRows } from './proof-rows'
import { freshIn } from './status/statuses'

interface RowsHere extends ReturnType<typeof proofRows> {
  /** The tree of what is here, if that was asked, and what of it git is told not to look at. */
  readonly treeAll?: string | undefined
  readonly hidden: readonly string[]
}

/**
 * The criteria of a piece of work with the last runs of their commands: on which files, and which commit has these. Without
 * proofs git is not asked; what is here is asked only of work that can still change.
 *
 * @throws Failure if plan, state or proofs cannot be read, or git fails
 */
export async function rowsHere(work: Work, { always }: Pick<ProofSettings, 'always'>, git: Git): Promise<RowsHere> {
  const { root, flow, isArchived } = work
  const criteria = flow.plan ? flow.plan.criteria(work.plan ?? '').map(readCriterion) : plannedIn(claimsOf(work))
  const asked = isArchived ? [] : always
  const { proofs } = proofLogOf(work)
  if (proofs.length === 0) return { ...proofRows(criteria, asked, { proofs }), hidden: [] }
  const [{ commitsWith }, { treesOf }] = await Promise.all([import('../git/commit-trees'), import('../git/tree')])
  const commits = await commitsWith(git, proofs)
  if (isArchived) {
    const stale = ifPossible(() => archivedState(work).history.at(-1)?.about?.stale)
    const { rows, others } = proofRows(criteria, asked, { proofs }, commits)
    return { rows: rows.map((row) => (isListed(stale, row.number) ? asStale(row) : row)), others, hidden: [] }
  }
  const trees = await treesOf(git)
  const hidden = trees && 'hidden' in trees ? trees.hidden : []
  const treeAll = trees && 'treeAll' in trees ? trees.treeAll : undefined
  const isFresh = hidden.length > 0 ? () => false : freshIn(root, { treeAll })
  return { ...proofRows(criteria, asked, { proofs, isFresh }, commits), hidden, treeAll }
}

/** An entry by hand may have any value. */
const isListed = (numbers: unknown, number: number): boolean => Array.isArray(numbers) && numbers.includes(number)

/** As it was when it was archived. */
const asStale = (row: ProofRow): ProofRow =>
  row.standing === 'passed' || row.standing === 'confirmed' ? { ...row, standing: 'stale', isDone: false } : row

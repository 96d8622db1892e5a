import { branchThen } from '../git/branch-then'
import { isMerging } from '../git/head'
import type { Work } from '../work/work'
import type { Gate, Judgement } from './guard'

/** @returns a commit that is blocked, with the branch where the work got there; a merge of what others did passes. Throws Failure if git fails */
export async function blocked(judged: Judgement, { root, saved }: Work, env: Gate['env']): Promise<Judgement> {
  if (isMerging(root) && (await (await import('../git/merge-commit')).bringsOnlyOthers(root, env)))
    return { ...judged, verdict: 'passed' }
  const last = saved.history.at(-1)?.timestamp
  const branch = last && branchThen(root, last)
  return branch ? { ...judged, branch } : judged
}

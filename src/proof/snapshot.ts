import { exit, Failure } from '../failure/failure'
import { type Trees, treesOf } from '../git/tree'
import type { Environment } from '../settings/settings'
import { proofTextOf } from '../work/proof-log'
import type { Work } from '../work/work'
import { criteriaText } from './criteria-at-hand'

/** The worktree at a moment; two with the same values have the same files. */
export interface Snapshot {
  /** Absent without git. */
  readonly trees: Trees | undefined
  /** The text of the plan, or of what else is proven; undefined if it is gone. */
  readonly plan: string | undefined
  /** The text of the proofs; undefined before the first one. */
  readonly proofs: string | undefined
}

/** @throws Failure `files-hidden` (notPossible) if git is told not to look at some files, or as `treesOf` does */
export async function takeSnapshot(work: Work, env: Environment): Promise<Snapshot> {
  const trees = await treesOf(work.root, env)
  if (trees && 'hidden' in trees) throw hiddenFiles(trees.hidden)
  return { trees, ...recordsOf(work) }
}

/** @returns the records, which a command must not change */
export const recordsOf = (work: Work): Pick<Snapshot, 'plan' | 'proofs'> => ({
  plan: criteriaText(work),
  proofs: proofTextOf(work),
})

function hiddenFiles(files: readonly string[]): Failure {
  const [first = ''] = files
  const message = 'git is told not to look at some files, so nothing can be proven of what lies here.'
  const fix = `git update-index --no-assume-unchanged --no-skip-worktree -- "${first}"`
  return new Failure(exit.notPossible, 'files-hidden', message, fix, { details: files })
}

/** @returns what a command has changed, as clauses */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const [old, now] = [before.trees, after.trees]
  const isSame = old?.tree === now?.tree && old?.treeAll === now?.treeAll
  return [
    old?.head !== now?.head && 'it made another commit the current one',
    !isSame && 'files of the repository changed while it ran',
    before.plan !== after.plan && 'the plan changed while it ran',
    before.proofs !== after.proofs && 'the record of proofs changed while it ran',
  ].filter((clause) => clause !== false)
}

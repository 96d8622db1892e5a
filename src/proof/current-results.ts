import type { Environment } from '../disk/environment'
import { openGit } from '../git/git'
import { standingCriteria } from '../work/known'
import { proofLogOf } from '../work/proof-log'
import type { Work } from '../work/work'
import type { Standing } from '../workflow/criteria/counts'
import { type Provable, plannedIn } from '../workflow/criteria/provable'
import { takeSnapshot } from './snapshot'
import { freshIn } from './status/statuses'

/** Where what a piece of work claims stands on the files that are here now. */
export interface CurrentResults {
  /** By the ids of what has a command. */
  readonly shown: Readonly<Record<string, Standing>>
  /** The digest of the last proof. */
  readonly proofs?: string
}

/** Without proofs git is not asked. Throws Failure as `takeSnapshot` does. */
export async function currentResults(
  work: Work,
  provable: readonly Provable[],
  env: Environment,
): Promise<CurrentResults> {
  const { proofs } = proofLogOf(work)
  const last = proofs.at(-1)?.digest
  const trees = last === undefined ? undefined : (await takeSnapshot(work, openGit(work.root, env))).trees
  const isFresh = freshIn(work.root, { treeAll: trees?.treeAll })
  const found = standingCriteria(plannedIn(provable), [], { proofs, isFresh })
  const shown = Object.fromEntries(
    found.flatMap(({ criterion: { id = '', commands }, standing }) => (commands.length > 0 ? [[id, standing]] : [])),
  )
  return { shown, ...(last !== undefined && { proofs: last }) }
}

import { exit, Failure } from '../../failure/failure'
import { treeOfCommit, treesOf } from '../../git/tree'
import type { Proof } from '../../proof/criteria/proof'
import { digestOfNamed } from '../../proof/standing/standings'
import type { Asked } from './proof-asked'

/** Which proofs are of what is to be checked. */
export interface Freshness {
  /** Of what lies here, or of the commit. */
  readonly isFresh: (proof: Proof) => boolean
  /** Of the commit, beside files that were not committed. */
  readonly isBeside: (proof: Proof) => boolean
}

/** @throws Failure (usage) `head-unknown` if git does not have the commit of the pull request */
export async function freshnessHere({ root, env, proven }: Asked, reports: readonly string[]): Promise<Freshness> {
  const here = await treesOf(root, env, reports)
  const committed = await treeOfCommit(root, proven.commit ?? 'HEAD', env, reports)
  if (proven.commit !== undefined && committed === undefined) {
    const message = `This clone does not have ${proven.commit}, the commit of the pull request, whose proofs are to be checked.`
    throw new Failure(exit.usage, 'head-unknown', message, 'fetch-depth: 0   # for actions/checkout')
  }
  const now = here && 'treeAll' in here ? here.treeAll : undefined
  // What is edited and not committed is what lies here; on a pull request it is not asked for.
  const isOfHere = proven.commit === undefined
  const isEdited = isOfHere && here && 'tree' in here && here.tree !== committed
  const asked = isEdited ? undefined : committed
  const trees = [asked, isOfHere ? now : undefined].filter((tree) => tree !== undefined)
  const hasSame = ({ files = {} }: Proof) =>
    Object.entries(files).every(([path, digest]) => !path.startsWith('.ai/') || digestOfNamed(root, path) === digest)
  return {
    isFresh: (proof) => hasSame(proof) && (trees.length === 0 || trees.some((tree) => tree === proof.treeAll)),
    isBeside: (proof) => hasSame(proof) && asked !== undefined && proof.tree === asked,
  }
}

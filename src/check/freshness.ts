import { treeOfCommit } from '../git/commit-trees'
import type { Git } from '../git/git'
import { treesOf } from '../git/tree'
import { digestOfContent, digestOfNamed } from '../proof/status/statuses'
import { exit, Failure } from '../text/failure'
import { isOfFilesAlone, type Proof } from '../workflow/criteria/status'
import type { Checking } from './request'

/**
 * @param head the commit of a pull request (default: the one that is checked out)
 * @returns the trees by which proofs are fresh; undefined where git cannot tell
 * @throws Failure (usage) `head-unknown` if git does not have the commit
 */
export async function judgedTrees(git: Git, head: string | undefined) {
  const here = await treesOf(git)
  const committed = await treeOfCommit(git, head ?? 'HEAD')
  if (head === undefined || committed !== undefined) return { here, committed }
  const message = `This clone does not have ${head}, the commit of the pull request, whose proofs are to be checked.`
  throw new Failure(exit.usage, 'head-unknown', message, 'fetch-depth: 0   # for actions/checkout')
}

/**
 * @returns which proofs are fresh, of what is in the worktree or of the commit; and which are of the commit, beside
 *   files that were not committed. Throws Failure as `judgedTrees` does
 */
export async function freshnessHere(
  { work: { root, folder, written }, trees: judged, request: { head, git } }: Checking,
  proofs: readonly Proof[],
): Promise<Record<'isFresh' | 'isBeside', (proof: Proof) => boolean>> {
  const { here, committed } = await judged()
  const now = here && 'treeAll' in here ? here.treeAll : undefined
  // What is edited and not committed is what the worktree has; on a pull request it is not asked for.
  const isOfHere = head === undefined
  const isEdited = isOfHere && here && 'tree' in here && here.tree !== committed
  const asked = isEdited ? undefined : committed
  const trees = [asked, isOfHere ? now : undefined].filter((tree) => tree !== undefined)
  // What was archived meanwhile is in the archive.
  const placeOf = (path: string) =>
    path.startsWith(`${written.folder}/`) ? folder + path.slice(written.folder.length) : path
  const seen = proofs.filter(isOfFilesAlone).flatMap(({ files = {} }) => Object.keys(files))
  const atHead = new Map<string, string>()
  for (const path of isOfHere ? [] : seen)
    atHead.set(path, digestOfContent((await git?.objects.get(`${head}:./${path}`))?.bytes))
  const hasSame = (proof: Proof) =>
    Object.entries(proof.files ?? {}).every(([path, digest]) => {
      // What git ignores is not in every clone, and what it filters is another content in a commit.
      const isAsked = path.startsWith('.ai/') || isOfFilesAlone(proof)
      return !isAsked || atHead.get(path) === digest || digestOfNamed(root, placeOf(path)) === digest
    })
  const isOfTrees = (proof: Proof) => trees.length === 0 || trees.some((tree) => tree === proof.treeAll)
  return {
    isFresh: (proof) => hasSame(proof) && (isOfFilesAlone(proof) || isOfTrees(proof)),
    isBeside: (proof) => hasSame(proof) && asked !== undefined && proof.tree === asked,
  }
}

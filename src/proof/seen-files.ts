import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inline } from '../answer/markdown'
import { exit, Failure } from '../failure/failure'
import { changesBetween } from '../git/changes'
import type { Git } from '../git/git'
import { treesOf } from '../git/tree'
import { firstEntryOf } from '../work/history/work-id'
import type { Work } from '../work/work'
import type { PlannedCriterion } from './criteria/criterion'
import type { Proof } from './criteria/standing'
import { mostNamedFiles } from './keep-result'
import { digestOfNamed } from './standing/standings'

/** The files that the developer confirms a criterion for: each of them, or the whole tree. */
export type SeenFiles = Pick<Proof, 'files' | 'head' | 'tree' | 'treeAll'>

/** As many bytes of names as fit into a line with the rest. */
const mostNameBytes = 400

/**
 * @param number of the criterion in its plan
 * @returns the files that it names, or those that this piece of work has changed; the whole tree if these are none, or too many
 *   for a line; nothing where there is no git
 * @throws Failure (notPossible) `no-file` if one that the plan at hand names is not there
 */
export async function seenFiles(
  work: Work,
  { files }: Pick<PlannedCriterion, 'files'>,
  number: number,
  git: Git,
): Promise<SeenFiles> {
  const { root } = work
  // The plan of an archive cannot be set right: there it is confirmed as gone.
  const gone = work.isArchived ? undefined : files.find((path) => !existsSync(join(root, path)))
  if (gone !== undefined) {
    const message = `Criterion ${number} is of ${inline(gone)}, which is not here.`
    throw new Failure(
      exit.notPossible,
      'no-file',
      message,
      `- by: developer of \`FILE\`   # in ${work.flow.plan?.file}`,
    )
  }
  const changed = files.length > 0 ? undefined : await changesBetween(git, firstEntryOf(work)?.head, undefined)
  const paths = changed ? changed.files.map(({ path }) => path) : files
  const isListed = paths.length > 0 && paths.length <= mostNamedFiles && paths.join('').length <= mostNameBytes
  if (isListed) return { files: Object.fromEntries(paths.map((path) => [path, digestOfNamed(root, path)])) }
  const trees = await treesOf(git)
  if (!trees || !('treeAll' in trees)) return {}
  const { head, tree, treeAll } = trees
  return { ...(head && { head }), tree, treeAll }
}

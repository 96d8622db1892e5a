import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changesBetween } from '../git/changes'
import type { Git } from '../git/git'
import { treesOf } from '../git/tree'
import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import { firstEntryOf } from '../work/history/work-id'
import type { Work } from '../work/work'
import type { Proof } from '../workflow/criteria/status'
import { mostNamedFiles } from './keep-result'
import { digestOfNamed } from './status/statuses'

/** The files that the developer confirms a criterion for: each of them, or the whole tree. */
export type SeenFiles = Pick<Proof, 'files' | 'head' | 'tree' | 'treeAll'>

/** As many bytes of names as fit into a line with the rest. */
const mostNameBytes = 400

/** A criterion that is to be confirmed. */
interface Asked {
  /** In its plan. */
  readonly number: number
  /** Those that it names. */
  readonly files: readonly string[]
}

/**
 * @returns for each the files that it names, or those that this piece of work has changed; the whole tree if these are none, or
 *   too many for a line; nothing without git
 * @throws Failure (notPossible) `no-file` if one that the plan at hand names is not there
 */
export async function seenFiles(work: Work, asked: readonly Asked[], git: Git): Promise<readonly SeenFiles[]> {
  const { root } = work
  // The plan of an archive cannot be set right: there it is confirmed as gone.
  for (const { number, files } of work.isArchived ? [] : asked) {
    const gone = files.find((path) => !existsSync(join(root, path)))
    if (gone === undefined) continue
    const message = `Criterion ${number} is of ${inline(gone)}, which is not here.`
    throw new Failure(
      exit.notPossible,
      'no-file',
      message,
      `- by: developer of \`FILE\`   # in ${work.flow.plan?.file}`,
    )
  }
  const isUnnamed = asked.some(({ files }) => files.length === 0)
  const changes = isUnnamed ? await changesBetween(git, firstEntryOf(work)?.head, undefined) : undefined
  const changed = changes?.files.map(({ path }) => path) ?? []
  const lists = asked.map(({ files }) => (files.length > 0 ? files : changed))
  const whole = lists.every(fitsProof) ? {} : wholeTree(await treesOf(git))
  return lists.map((paths) =>
    fitsProof(paths) ? { files: Object.fromEntries(paths.map((path) => [path, digestOfNamed(root, path)])) } : whole,
  )
}

const fitsProof = (paths: readonly string[]): boolean =>
  paths.length > 0 && paths.length <= mostNamedFiles && paths.join('').length <= mostNameBytes

function wholeTree(trees: Awaited<ReturnType<typeof treesOf>>): SeenFiles {
  if (!trees || !('treeAll' in trees)) return {}
  const { head, tree, treeAll } = trees
  return { ...(head && { head }), tree, treeAll }
}

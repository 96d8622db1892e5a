import { statSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../disk/disk'
import type { Git } from '../git/git'
import { type Trees, treesOf } from '../git/tree'
import { attemptOr, exit, Failure } from '../text/failure'
import { proofTextOf } from '../work/proof-log'
import { settingsPath } from '../work/settings/settings'
import type { Work } from '../work/work'
import { criteriaText } from './consent/current-commands'

/** The worktree at a moment; two with the same values have the same files. */
export interface Snapshot {
  /** Absent without git. */
  readonly trees: Trees | undefined
  /** The text of the plan, or of what else is proven; undefined if it is gone. */
  readonly plan: string | undefined
  /** The text of the proofs; undefined before the first one. */
  readonly proofs: string | undefined
  /** What identifies other files of `.ai/` that a command must not change, by their paths. */
  readonly beside: Readonly<Record<string, string>>
}

/**
 * @param since as for `treesOf`
 * @throws Failure `files-hidden` (notPossible) if git is told not to look at some files, or as `treesOf` does
 */
export async function takeSnapshot(work: Work, git: Git, since?: bigint): Promise<Snapshot> {
  const trees = await treesOf(git, since)
  if (trees && 'hidden' in trees) throw hiddenFiles(trees.hidden)
  const paths = [settingsPath, `${work.folder}/context.md`]
  const beside = Object.fromEntries(paths.map((path) => [path, versionOf(join(work.root, path))]))
  return { trees, ...recordsOf(work), beside }
}

function versionOf(full: string): string {
  const stat = statSync(full, { throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ''
}

/** On a disk that cannot be written, our clock counts: a file system may be behind it, and know seconds only. */
const coarseNs = 2_000_000_000n

/** @returns what time it is for the file system of a root, in nanoseconds: that of a folder which is touched now */
export function timeOnDisk(root: string, now: Date): bigint {
  const folder = join(root, '.ai')
  return attemptOr(BigInt(now.getTime()) * 1_000_000n - coarseNs, () => {
    disk.touch(folder, now)
    return statSync(folder, { bigint: true }).ctimeNs
  })
}

/** @returns the records, which a command must not change */
export const recordsOf = (work: Work): Pick<Snapshot, 'plan' | 'proofs'> => ({
  plan: criteriaText(work),
  proofs: proofTextOf(work),
})

function hiddenFiles(files: readonly string[]): Failure {
  const [first = ''] = files
  const message = 'git is told not to look at some files, so nothing can be proven of what is here.'
  const fix = `git update-index --no-assume-unchanged --no-skip-worktree -- "${first}"`
  return new Failure(exit.notPossible, 'files-hidden', message, fix, { details: files })
}

/** @returns what a command has changed, as clauses */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const [old, now] = [before.trees, after.trees]
  const isSame = old?.tree === now?.tree && old?.treeAll === now?.treeAll
  return [
    old?.head !== now?.head && 'it made another commit the current one',
    old?.ref !== now?.ref && /^ref:/m.test(`${old?.ref}\n${now?.ref}`) && 'it checked out another branch',
    !isSame && 'files of the repository changed while it ran',
    ...Object.keys(after.beside).map(
      (path) => before.beside[path] !== after.beside[path] && `${path} changed while it ran`,
    ),
    before.plan !== after.plan && 'the plan changed while it ran',
    before.proofs !== after.proofs && 'the record of proofs changed while it ran',
  ].filter((clause) => clause !== false)
}

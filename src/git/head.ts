import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { attemptOr } from '../text/failure'

/**
 * The commit of HEAD, read from git's own files: starting git would take longer than a cast.
 *
 * @param folder git's, if it was found before; and what its HEAD says
 * @returns undefined without git, before the first commit, and if refs are stored in another format
 */
export function headOf(from: string, folder = gitFolderOf(from), head = folder && refIn(folder)): string | undefined {
  const name = head && /^ref: (refs\/.+)$/.exec(head)?.[1]
  if (!folder || !name) return commitOf(head)
  const own = readTrimmed(join(folder, name))
  if (own !== undefined) return commitOf(own) ?? packed(inCommon(folder), name)
  const common = inCommon(folder)
  return commitOf(readTrimmed(join(common, name))) ?? packed(common, name)
}

/** @returns what git's HEAD says: which branch is checked out, or which commit */
export const refIn = (folder: string): string | undefined => readTrimmed(join(folder, 'HEAD'))

/** @returns the name of the current branch, such as `feat/csv`; undefined without git, if HEAD is detached, and if refs are stored in another format */
export function branchNameOf(from: string): string | undefined {
  const folder = gitFolderOf(from)
  return folder && branchAt(folder)
}

/** @returns the same of git's folder of a worktree */
export const branchAt = (folder: string): string | undefined =>
  // A format that has no files for refs says `.invalid` here.
  /^ref: refs\/heads\/(?!\.invalid$)(.+)$/.exec(refIn(folder) ?? '')?.[1]

/** @returns git's folder; in a linked worktree and in a submodule `.git` is a file that names it */
export const gitFolderOf = (from: string): string | undefined => gitHere(from)?.folder

/** The worktree that a folder is in. */
export interface GitHere {
  readonly top: string
  /** git's folder; absent if `.git` does not lead to one. */
  readonly folder: string | undefined
}

/** The same with the names in git's folder, listed once for all that look for one of its files; absent if it cannot be listed. */
export interface GitSeen extends GitHere {
  readonly names: readonly string[] | undefined
  /** The folder that all worktrees share. */
  readonly common: string | undefined
}

/** @returns undefined without git */
export function seeGit(from: string): GitSeen | undefined {
  const here = gitHere(from)
  if (!here?.folder) return here && { ...here, names: undefined, common: undefined }
  const { folder } = here
  const names = attemptOr(undefined, () => readdirSync(folder))
  return { ...here, names, common: names && !names.includes('commondir') ? folder : inCommon(folder) }
}

/** @returns undefined without git */
export function gitHere(from: string): GitHere | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, '.git')
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) return { top: folder, folder: path }
    const target = stat && /^gitdir: (.+)$/s.exec(readTrimmed(path) ?? '')?.[1]
    if (stat) return { top: folder, folder: target ? resolve(folder, target) : undefined }
    if (folder === dirname(folder)) return undefined
  }
}

/** @returns whether the next commit will conclude a merge */
export function isMerging(from: string): boolean {
  const folder = gitFolderOf(from)
  return folder !== undefined && readTrimmed(join(folder, 'MERGE_HEAD')) !== undefined
}

/** @returns whether git may have work that is not here: it checks out only a part, or keeps a stash, as far as its own files tell */
export const mayLackWork = ({ folder, common }: GitSeen): boolean =>
  folder !== undefined &&
  common !== undefined &&
  [join(folder, 'info/sparse-checkout'), join(common, 'logs/refs/stash')].some(
    (path) => readTrimmed(path) !== undefined,
  )

/** Files that git has while it puts something together. */
const traces: readonly string[] = [
  'MERGE_HEAD',
  'AUTO_MERGE',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'SQUASH_MSG',
  'rebase-merge',
  'rebase-apply',
]

/** @returns whether git may be putting something together here, as far as its own files tell */
export const mayBeMerging = (git: GitSeen | undefined): boolean =>
  git?.names?.some((name) => traces.includes(name)) ?? false

/** @returns the folder that all worktrees of git's folder share; it has the branches, while HEAD belongs to one worktree */
export const inCommon = (folder: string): string => resolve(folder, readTrimmed(join(folder, 'commondir')) ?? '.')

/** @returns the git folder that all worktrees share; undefined without git */
export function commonFolderOf(from: string): string | undefined {
  const folder = gitFolderOf(from)
  return folder && inCommon(folder)
}

/** @returns the commit of a branch from `packed-refs` */
function packed(common: string, name: string): string | undefined {
  const refs = `${readTrimmed(join(common, 'packed-refs')) ?? ''}\n`
  const end = refs.indexOf(` ${name}\n`)
  return end < 0 ? undefined : commitOf(refs.slice(refs.lastIndexOf('\n', end) + 1, end))
}

const commitOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined

/** @returns the trimmed content of a file; undefined if it cannot be read */
export const readTrimmed = (path: string): string | undefined =>
  attemptOr(undefined, () => readFileSync(path, 'utf8').trimEnd())

import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The commit of HEAD, read from git's own files: starting git would take longer than a cast.
 *
 * @param from absolute; a folder in the worktree
 * @returns undefined without git, before the first commit, and if refs are stored in another format
 */
export function headOf(from: string): string | undefined {
  const folder = gitFolderOf(from)
  const head = folder && readTrimmed(join(folder, 'HEAD'))
  const name = head && /^ref: (refs\/.+)$/.exec(head)?.[1]
  if (!folder || !name) return commitOf(head)
  const common = inCommon(folder)
  return commitOf(readTrimmed(join(folder, name)) ?? readTrimmed(join(common, name))) ?? packed(common, name)
}

/** @returns the name of the current branch, such as `feat/csv`; undefined without git, if HEAD is detached, and if refs are stored in another format */
export function branchNameOf(from: string): string | undefined {
  const folder = gitFolderOf(from)
  return folder && branchAt(folder)
}

/** @returns the same of git's folder of a worktree */
export const branchAt = (folder: string): string | undefined =>
  // A format that has no files for refs says `.invalid` here.
  /^ref: refs\/heads\/(?!\.invalid$)(.+)$/.exec(readTrimmed(join(folder, 'HEAD')) ?? '')?.[1]

/** @returns git's folder; in a linked worktree and in a submodule `.git` is a file that names it */
export function gitFolderOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, '.git')
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) return path
    const target = stat && /^gitdir: (.+)$/.exec(readTrimmed(path) ?? '')?.[1]
    if (stat) return target && resolve(folder, target)
    if (folder === dirname(folder)) return undefined
  }
}

/** @returns whether the next commit will conclude a merge */
export function isMerging(from: string): boolean {
  const folder = gitFolderOf(from)
  return folder !== undefined && readTrimmed(join(folder, 'MERGE_HEAD')) !== undefined
}

/** @returns whether git has been told to check out only a part of the files */
export function isSparse(from: string): boolean {
  const folder = gitFolderOf(from)
  return folder !== undefined && readTrimmed(join(folder, 'info', 'sparse-checkout')) !== undefined
}

/** @returns the folder that all worktrees share; it has the branches, while HEAD belongs to one worktree */
const inCommon = (folder: string): string => resolve(folder, readTrimmed(join(folder, 'commondir')) ?? '.')

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
export function readTrimmed(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch {
    return undefined
  }
}

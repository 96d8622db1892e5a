import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { topOf } from './clone'
import { branchAt, commonFolderOf, gitFolderOf, headOf, readTrimmed } from './head'

/** A worktree of a clone, as git's own files have it. */
export interface Worktree {
  /** Its top, absolute. */
  readonly top: string
  /** Its top as seen from the top of this one, empty for this one. */
  readonly path: string
  readonly isHere: boolean
  readonly isGone: boolean
  /** The checked out branch, without `refs/heads/`; absent with a detached HEAD. */
  readonly branch?: string
  /** The commit of HEAD; absent before the first one, and if the folder is gone. */
  readonly commit?: string
}

/** Every worktree of a clone, the main one first; none without git. Starts no process. */
export function worktreesOf(root: string): Worktree[] {
  const [common, own, here] = [commonFolderOf(root), gitFolderOf(root), topOf(root)]
  if (!common || !own || !here) return []
  const linked = join(common, 'worktrees')
  const names = existsSync(linked) ? readdirSync(linked) : []
  const folders = names.flatMap((name): [top: string, folder: string][] => {
    const folder = join(linked, name)
    const file = readTrimmed(join(folder, 'gitdir'))
    return file ? [[dirname(resolve(folder, file)), folder]] : []
  })
  // A bare repository has no main worktree, and that of a submodule is elsewhere.
  if (basename(common) === '.git') folders.unshift([dirname(common), common])
  if (!folders.some(([top]) => top === here)) folders.unshift([here, own])
  return folders.map(([top, folder]) => {
    const branch = branchAt(folder)
    const isGone = !existsSync(top)
    const commit = isGone ? undefined : headOf(top)
    const path = relative(here, top)
    return { top, path, isHere: path === '', isGone, ...(branch && { branch }), ...(commit && { commit }) }
  })
}

export const sameFolderIn = (root: string, { top }: Pick<Worktree, 'top'>): string =>
  join(top, relative(topOf(root) ?? root, root))

/** @returns a path of the root as trees have it, from the top of its worktree, with `/` */
export const pathInTree = (root: string, path: string): string =>
  [...relative(topOf(root) ?? root, root).split(sep), path].filter(Boolean).join('/')

/** @returns the same folder in each of the other worktrees that are there, absolute; none without git */
export const worktreesBeside = (root: string): string[] =>
  worktreesOf(root).flatMap((worktree) => (worktree.isHere || worktree.isGone ? [] : [sameFolderIn(root, worktree)]))

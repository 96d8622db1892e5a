import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gitHere, inCommon, readTrimmed } from './head'

/**
 * The folder that tells one clone from another: git's own, which its worktrees share. A `.git` that names the folder of
 * another clone is not believed, as a worktree is one only if its clone knows it.
 *
 * @param root absolute; a folder in the worktree
 * @returns absolute; the top of the worktree if the folder of git lies elsewhere for another reason, the root without git
 */
export function cloneFolderOf(root: string): string {
  const { top, folder: own } = gitHere(root) ?? {}
  if (top === undefined || own === undefined) return root
  const dotGit = join(top, '.git')
  if (own === dotGit) return own
  const common = inCommon(own)
  const linked = readTrimmed(join(own, 'gitdir'))
  return linked && common !== own && isSame(resolve(own, linked), dotGit) ? common : top
}

/** @returns the top of the worktree, undefined without git */
export function topOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (folder === dirname(folder)) return undefined
  }
}

const isSame = (one: string, other: string): boolean => existsSync(one) && realpathSync(one) === realpathSync(other)

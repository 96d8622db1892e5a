import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type GitHere, gitHere, inCommon, readTrimmed } from './head'

/** A clone, as one of its worktrees sees it. */
interface Clone {
  /** What tells it from others: the folder of git that its worktrees share. */
  readonly folder: string
  readonly top: string
}

/**
 * @param git what is known of it, if that was looked for before
 * @returns absolute paths; without git both are the root
 */
export function cloneOf(root: string, git: GitHere | undefined = gitHere(root)): Clone {
  const { top = root, folder } = git ?? {}
  return { top, folder: folder === undefined ? root : sharedFolder(top, folder) }
}

/** A `.git` that names another clone's folder counts only if that clone knows the worktree; otherwise the top does. */
function sharedFolder(top: string, own: string): string {
  const dotGit = join(top, '.git')
  if (own === dotGit) return own
  const common = inCommon(own)
  const linked = readTrimmed(join(own, 'gitdir'))
  return linked && common !== own && isSame(resolve(own, linked), dotGit) ? common : top
}

/** @returns the top of the worktree, undefined without git */
export const topOf = (from: string): string | undefined => gitHere(from)?.top

const isSame = (one: string, other: string): boolean => existsSync(one) && realpathSync(one) === realpathSync(other)

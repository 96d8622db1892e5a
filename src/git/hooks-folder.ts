import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { topOf } from './clone'
import { commonFolderOf } from './head'
import { startGit } from './start'

/** Where git looks for hooks in a worktree. */
export interface Hooks {
  /** Absolute. */
  readonly folder: string
  /** The value of `core.hooksPath`, if it is set. */
  readonly path?: string
}

/**
 * @param root absolute
 * @returns undefined outside a repository, or without git
 */
export async function hooksOf(root: string): Promise<Hooks | undefined> {
  const common = commonFolderOf(root)
  if (!common) return undefined
  try {
    const git = await startGit(root, undefined, { tellsHooks: true })
    const folder = resolve(root, (await git.raw('rev-parse', '--git-path', 'hooks')).trimEnd())
    // Start git a second time only if the path is configured.
    const isOwn = folder === join(common, 'hooks')
    const path = isOwn ? undefined : (await git.getConfig('core.hooksPath')).value
    return { folder, ...(path && { path }) }
  } catch {
    return undefined
  }
}

/**
 * The other worktrees of a repository, from git's own files.
 *
 * @param root absolute; the top of a worktree, or a folder in it
 * @returns the same folder in each of them, absolute; none without git
 */
export function worktreesBeside(root: string): string[] {
  const common = commonFolderOf(root)
  const top = topOf(root)
  if (!common || !top) return []
  const linked = join(common, 'worktrees')
  const names = existsSync(linked) ? readdirSync(linked) : []
  const tops = names.flatMap((name) => {
    const file = join(linked, name, 'gitdir')
    return existsSync(file) ? [dirname(resolve(linked, name, readFileSync(file, 'utf8').trimEnd()))] : []
  })
  // A bare repository has no main worktree, and that of a submodule is elsewhere.
  if (basename(common) === '.git') tops.push(dirname(common))
  return tops.filter((other) => other !== top && existsSync(other)).map((other) => join(other, relative(top, root)))
}

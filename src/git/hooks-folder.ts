import { join, resolve } from 'node:path'
import { commonFolderOf } from './head'
import { startGit } from './start'

/** Where git looks for hooks in a worktree. */
export interface Hooks {
  /** Absolute. */
  readonly folder: string
  /** What `core.hooksPath` says, where somebody has set it. */
  readonly path?: string
}

/**
 * @param root absolute
 * @returns undefined where there is no git repository, or no git
 */
export async function hooksOf(root: string): Promise<Hooks | undefined> {
  const common = commonFolderOf(root)
  if (!common) return undefined
  try {
    const git = await startGit(root)
    const folder = resolve(root, (await git.raw('rev-parse', '--git-path', 'hooks')).trimEnd())
    // Git is asked once more only where somebody has said so.
    const isOwn = folder === join(common, 'hooks')
    const path = isOwn ? undefined : (await git.getConfig('core.hooksPath')).value
    return { folder, ...(path && { path }) }
  } catch {
    return undefined
  }
}

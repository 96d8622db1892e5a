import { join, resolve } from 'node:path'
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

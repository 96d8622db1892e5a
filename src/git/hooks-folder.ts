import { join, resolve } from 'node:path'
import type { Environment } from '../settings/settings'
import { commonFolderOf } from './head'
import { simpleGitIn } from './start'

/** Where git looks for hooks in a worktree. */
export interface Hooks {
  /** Absolute. */
  readonly folder: string
  readonly path?: string
}

/** @returns undefined outside a repository, or without git */
export async function hooksOf(root: string, env: Environment): Promise<Hooks | undefined> {
  const common = commonFolderOf(root)
  if (!common) return undefined
  try {
    const git = await simpleGitIn(root, env, { tellsHooks: true })
    const folder = resolve(root, (await git.raw('rev-parse', '--git-path', 'hooks')).trimEnd())
    // Start git a second time only if the path is configured.
    const isOwn = folder === join(common, 'hooks')
    const path = isOwn ? undefined : (await git.getConfig('core.hooksPath')).value
    return { folder, ...(path && { path }) }
  } catch {
    return undefined
  }
}

import { join, resolve } from 'node:path'
import type { Failure } from '../text/failure'
import type { Git } from './git'
import { commonFolderOf } from './head'
import { gitFailed, saidBy, withoutGit } from './start'

/** Where git looks for hooks in a worktree. */
export interface Hooks {
  /** Absolute. */
  readonly folder: string
  readonly path?: string
}

/** @returns undefined outside a repository, or without git; why git does not work in one, such as another owner's */
export async function hooksOf({ root, settings, start }: Git): Promise<Hooks | Failure | undefined> {
  const common = commonFolderOf(root)
  if (!common) return undefined
  const ask = async (...args: string[]) => String(await saidBy(await start(args, { tellsHooks: true }))).trimEnd()
  const usual = join(common, 'hooks')
  try {
    const { own, all } = await settings()
    // Without settings of its own git does not take it for a repository.
    if (own.length > 0 && !all.includes('core.hookspath')) return { folder: usual }
    const folder = resolve(root, await ask('rev-parse', '--git-path', 'hooks'))
    const path = folder === usual ? '' : await ask('config', '--get', 'core.hooksPath')
    return { folder, ...(path && { path }) }
  } catch (error) {
    return withoutGit(error) || /not a git repository/.test(String(error)) ? undefined : gitFailed(root, error)
  }
}

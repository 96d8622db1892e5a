import { join } from 'node:path'
import { namesIn } from '../disk/read'
import type { Environment } from '../disk/settings/settings'
import { exit, Failure } from '../text/failure'
import { quietGit } from './git'
import { gitFolderOf, readTrimmed } from './head'

/** @returns why no work can be seen: a sparse checkout leaves `.ai/` out, which git is asked only if it is not here */
export async function leftOut(root: string, env: Environment): Promise<Failure | undefined> {
  const folder = gitFolderOf(root)
  if (folder === undefined || readTrimmed(join(folder, 'info/sparse-checkout')) === undefined) return undefined
  // What git ignores stays where it is.
  if (namesIn(root, '.ai').some((name) => name !== '.local')) return undefined
  const known = await quietGit(root, env)(['ls-files', '-t', '-z', '--', '.ai']).catch(() => '')
  if (!known.split('\0').some((entry) => entry.startsWith('S '))) return undefined
  const message = 'git has `.ai/`, but this sparse checkout leaves it out: the work in it is not here.'
  return new Failure(exit.notPossible, 'not-checked-out', message, 'git sparse-checkout add .ai')
}

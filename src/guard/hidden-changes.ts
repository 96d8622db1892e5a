import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../disk/settings/settings'
import { commonFolderOf } from '../git/head'
import { attemptOr } from '../text/failure'

/**
 * While they run hooks, some hook managers remove unstaged changes from the working tree and keep them as a patch:
 * pre-commit removes all of them, Lefthook those in staged files.
 *
 * @param caller the id of the process that runs the hook
 * @returns the patches; a hunk that does not apply is from an earlier run
 */
export function setAsidePatches(folder: string, env: Environment, caller: string | undefined): readonly string[] {
  const git = commonFolderOf(folder)
  return [
    ...(env.PRE_COMMIT === '1' && caller ? newestPatch(cacheOfPreCommit(env), `-${caller}`) : []),
    ...(git ? read(join(git, 'info', 'lefthook-unstaged.patch')) : []),
  ]
}

const cacheOfPreCommit = (env: Environment): string =>
  env.PRE_COMMIT_HOME ?? join(env.XDG_CACHE_HOME ?? join(env.HOME ?? '', '.cache'), 'pre-commit')

function newestPatch(folder: string, ending: string): string[] {
  const all = attemptOr([], () => readdirSync(folder))
  const names = all.filter((name) => name.startsWith('patch') && name.endsWith(ending))
  return names
    .sort()
    .slice(-1)
    .flatMap((name) => read(join(folder, name)))
}

const read = (path: string): string[] => attemptOr([], () => [readFileSync(path, 'utf8')])

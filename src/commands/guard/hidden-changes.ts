import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonFolderOf } from '../../git/head'

type Env = Readonly<Record<string, string | undefined>>

/**
 * While they run hooks, some programs take out of the working tree what is not staged, and keep it as a patch: pre-commit all
 * of it, Lefthook what of a staged file is not.
 *
 * @param folder absolute, in the worktree
 * @param caller the number of the process that runs the hook
 * @returns the patches; a part that does not fit what is there is of another time
 */
export function setAsidePatches(folder: string, env: Env, caller: string | undefined): readonly string[] {
  const git = commonFolderOf(folder)
  return [
    ...(env.PRE_COMMIT === '1' && caller ? newestPatch(cacheOfPreCommit(env), `-${caller}`) : []),
    ...(git ? read(join(git, 'info', 'lefthook-unstaged.patch')) : []),
  ]
}

const cacheOfPreCommit = (env: Env): string =>
  env.PRE_COMMIT_HOME ?? join(env.XDG_CACHE_HOME ?? join(env.HOME ?? '', '.cache'), 'pre-commit')

function newestPatch(folder: string, ending: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith('patch') && name.endsWith(ending))
    return names
      .sort()
      .slice(-1)
      .flatMap((name) => read(join(folder, name)))
  } catch {
    return []
  }
}

function read(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')]
  } catch {
    return []
  }
}

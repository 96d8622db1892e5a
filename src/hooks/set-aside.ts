import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyPatch, parsePatch } from 'diff'
import { commonFolderOf } from '../git/head'

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

/**
 * @param patch of git
 * @param path of a file, as git names it
 * @param text of the file as it is now
 * @returns the text that the developer sees when the patch is applied again
 */
export function withPatch(patch: string, path: string, text: string): string {
  const part = patch.split(/^(?=diff --git )/m).find((one) => one.split('\n').some((line) => isOf(line, path)))
  const [parsed] = part ? parsePatch(part) : []
  const patched = parsed ? applyPatch(text, parsed) : false
  return patched === false ? text : patched
}

/** After a name with a space git puts a tab. */
const isOf = (line: string, path: string): boolean => line.trimEnd() === `+++ b/${path}`

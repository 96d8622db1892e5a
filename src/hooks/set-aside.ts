import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyPatch, parsePatch } from 'diff'

type Env = Readonly<Record<string, string | undefined>>

/**
 * While it runs hooks, the program pre-commit takes out of the working tree what is not staged, and keeps it as a patch.
 *
 * @param caller the number of the process that runs the hook
 * @returns the patch, undefined where nothing was taken out
 */
export function setAsidePatch(env: Env, caller: string | undefined): string | undefined {
  if (env.PRE_COMMIT !== '1' || !caller) return undefined
  const folder = env.PRE_COMMIT_HOME ?? join(env.XDG_CACHE_HOME ?? join(env.HOME ?? '', '.cache'), 'pre-commit')
  try {
    const [newest] = readdirSync(folder)
      .filter((name) => name.startsWith('patch') && name.endsWith(`-${caller}`))
      .sort()
      .reverse()
    return newest && readFileSync(join(folder, newest), 'utf8')
  } catch {
    return undefined
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
  return (parsed && applyPatch(text, parsed)) || text
}

/** After a name with a space git puts a tab. */
const isOf = (line: string, path: string): boolean => line.trimEnd() === `+++ b/${path}`

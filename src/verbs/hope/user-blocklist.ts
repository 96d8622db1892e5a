import { join } from 'node:path'
import type { CommandContext } from '../../cli/command'
import { changeUserFile, readUserFile } from '../../disk/lock/user-file'
import { exit, Failure } from '../../failure/failure'
import { blockedIn } from '../../flows/hope/blocklist'
import { ownFolder } from '../../settings/own-folder'

type Env = CommandContext['env']

/** The path of the user's list, the same for all repositories. Throws Failure if there is no suitable folder. */
function blocklistPath(env: Env): string {
  const own = ownFolder(env)
  if (own) return join(own, 'blocked.txt')
  const message = 'It is not known where your own settings are: HOME is not set.'
  throw new Failure(exit.usage, 'no-home', message, 'HOME=~ spell hope blocked')
}

/** @returns the blocked experts. Throws Failure if their file cannot be read */
export const readBlocklist = (env: Env): readonly string[] => blockedIn(readUserFile(blocklistPath(env)))

/** Changes the list. Throws Failure if it cannot be read or written. */
export const changeBlocklist = (
  env: Env,
  act: string,
  change: (list: readonly string[]) => readonly string[],
): Promise<void> =>
  changeUserFile(blocklistPath(env), act, 'spell hope blocked', new Date(), (text) => {
    const list = blockedIn(text)
    const changed = change(list)
    return changed.length === list.length ? undefined : changed.map((name) => `${name}\n`).join('')
  })

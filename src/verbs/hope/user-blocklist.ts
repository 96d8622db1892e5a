import { isAbsolute, join } from 'node:path'
import type { CommandContext } from '../../cli/command'
import { changeUserFile, readUserFile } from '../../disk/lock/user-file'
import { exit, Failure } from '../../failure/failure'
import { type Blocked, parseBlocklist, printBlocklist } from '../../flows/hope/blocklist'

type Env = CommandContext['env']

/** The variable that selects another file. */
const variable = 'SPELL_HOPE_BLOCKLIST'

/** The path of the user's list, the same for all repositories. Throws Failure if there is no suitable folder. */
export function blocklistPath(env: Env, platform: string = process.platform): string {
  const { [variable]: named, XDG_CONFIG_HOME: xdg, APPDATA, HOME, USERPROFILE } = env
  if (named && isAbsolute(named)) return named
  if (named)
    throw new Failure(exit.usage, 'setting-wrong', `${variable} must be an absolute path.`, `unset ${variable}`)
  if (platform === 'win32' && APPDATA) return join(APPDATA, 'spell-cli', 'blocklist.json')
  // The XDG specification says to ignore relative paths.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'spell-cli', 'blocklist.json')
  const home = HOME || USERPROFILE
  if (home) return join(home, '.config', 'spell-cli', 'blocklist.json')
  const message = 'It is not known where your own settings are: HOME is not set.'
  throw new Failure(exit.usage, 'no-home', message, `${variable}=/path/to/blocklist.json spell hope blocked`)
}

/** @returns the blocked experts. Throws Failure `blocklist-unreadable` (unreadable); the file is not changed */
export function readBlocklist(env: Env): readonly Blocked[] {
  const path = blocklistPath(env)
  return parsed(readUserFile(path), path)
}

/**
 * Changes the list, and returns it before and after. `act` is the command that runs, shown to others that wait.
 *
 * @throws Failure as `readBlocklist` does, or if it cannot write
 */
export async function changeBlocklist(
  env: Env,
  act: string,
  now: Date,
  change: (list: readonly Blocked[]) => readonly Blocked[],
): Promise<{ readonly before: readonly Blocked[]; readonly after: readonly Blocked[] }> {
  const path = blocklistPath(env)
  let seen: { before: readonly Blocked[]; after: readonly Blocked[] } = { before: [], after: [] }
  await changeUserFile(path, act, 'spell hope blocked', now, (text) => {
    const before = parsed(text, path)
    const after = change(before)
    seen = { before, after }
    return after === before ? undefined : printBlocklist(after)
  })
  return seen
}

function parsed(text: string | undefined, path: string): readonly Blocked[] {
  if (text === undefined) return []
  const list = parseBlocklist(text)
  if (!('problem' in list)) return list
  const message = `The list of whom you have blocked ${list.problem}: ${path}.`
  const put = `mv "${path}" "${path}.bad"   # or mend it, and nothing is lost`
  throw new Failure(exit.unreadable, 'blocklist-unreadable', message, put)
}

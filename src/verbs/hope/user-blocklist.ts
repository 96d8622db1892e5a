import { isAbsolute, join } from 'node:path'
import type { CommandContext } from '../../cli/command'
import { changeUserFile, readUserFile } from '../../disk/lock/user-file'
import { exit, Failure } from '../../failure/failure'
import { type Blocked, parseBlocklist, printBlocklist } from '../../flows/hope/blocklist'
import { ownFolder } from '../../settings/own-folder'

type Env = CommandContext['env']
type Blocklist = readonly Blocked[]

/** The variable that selects another file. */
const variable = 'SPELL_HOPE_BLOCKLIST'

/** The path of the user's list, the same for all repositories. Throws Failure if there is no suitable folder. */
export function blocklistPath(env: Env, platform: string = process.platform): string {
  const named = env[variable]
  if (named && isAbsolute(named)) return named
  if (named)
    throw new Failure(exit.usage, 'setting-wrong', `${variable} must be an absolute path.`, `unset ${variable}`)
  const own = ownFolder(env, platform)
  if (own) return join(own, 'blocklist.json')
  const message = 'It is not known where your own settings are: HOME is not set.'
  throw new Failure(exit.usage, 'no-home', message, `${variable}=/path/to/blocklist.json spell hope blocked`)
}

/** @returns the blocked experts. Throws Failure `blocklist-unreadable` (unreadable); the file is not changed */
export function readBlocklist(env: Env): Blocklist {
  const path = blocklistPath(env)
  return parsed(readUserFile(path), path)
}

/** Changes the list, and returns it before and after. Throws Failure as `readBlocklist` does, or if it cannot write. */
export async function changeBlocklist(env: Env, act: string, now: Date, change: (list: Blocklist) => Blocklist) {
  const path = blocklistPath(env)
  let seen: { readonly before: Blocklist; readonly after: Blocklist } = { before: [], after: [] }
  await changeUserFile(path, act, 'spell hope blocked', now, (text) => {
    const before = parsed(text, path)
    seen = { before, after: change(before) }
    return seen.after === before ? undefined : printBlocklist(seen.after)
  })
  return seen
}

function parsed(text: string | undefined, path: string): Blocklist {
  const list = text === undefined ? [] : parseBlocklist(text)
  if (!('problem' in list)) return list
  const message = `The list of whom you have blocked ${list.problem}: ${path}.`
  const put = `mv "${path}" "${path}.bad"   # or mend it, and nothing is lost`
  throw new Failure(exit.unreadable, 'blocklist-unreadable', message, put)
}

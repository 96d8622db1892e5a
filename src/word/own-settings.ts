import { isAbsolute, join } from 'node:path'
import { readUserFile } from '../disk/lock/user-file'
import { fromJson, isRecord } from '../failure/json'
import type { Environment } from '../settings/settings'

/**
 * Reads `alsoSaid` of the developer's own settings: words of their language, or of their voice input, each with the
 * spell that it casts. A repository cannot add any.
 *
 * @returns nothing if there are none. Throws Failure if the file cannot be read
 */
export function alsoIn(env: Environment): Readonly<Record<string, string>> {
  const folder = ownFolder(env)
  const document = folder && fromJson(readUserFile(join(folder, 'settings.json')) ?? '')
  const also = isRecord(document) && isRecord(document.alsoSaid) ? Object.entries(document.alsoSaid) : []
  return Object.fromEntries(also.filter((each): each is [string, string] => typeof each[1] === 'string'))
}

/** The same for all repositories; undefined if none is known. */
function ownFolder({ XDG_CONFIG_HOME: xdg, APPDATA, HOME, USERPROFILE }: Environment): string | undefined {
  const home = HOME || USERPROFILE
  const isWindows = process.platform === 'win32'
  // The XDG specification says to ignore relative paths.
  const folder = (isWindows && APPDATA) || (xdg && isAbsolute(xdg) && xdg) || (home && join(home, '.config'))
  return folder ? join(folder, 'spell-cli') : undefined
}

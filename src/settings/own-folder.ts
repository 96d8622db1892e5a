import { isAbsolute, join } from 'node:path'
import type { Environment } from './settings'

/** @returns the folder of the user's own settings, the same for all repositories; undefined if none is known */
export function ownFolder(
  { XDG_CONFIG_HOME: xdg, APPDATA, HOME, USERPROFILE }: Environment,
  platform: string = process.platform,
): string | undefined {
  const home = HOME || USERPROFILE
  // The XDG specification says to ignore relative paths.
  const folder = (platform === 'win32' && APPDATA) || (xdg && isAbsolute(xdg) && xdg) || (home && join(home, '.config'))
  return folder ? join(folder, 'spell-cli') : undefined
}

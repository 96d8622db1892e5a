import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from '../disk/settings/settings'

/** Where Git for Windows has its shell, from the folder that its git.exe is found in. */
const besideGit = ['../bin/sh.exe', '../usr/bin/sh.exe', '../../bin/sh.exe', '../../usr/bin/sh.exe', 'sh.exe']

/** @returns the shell for a text of a plan; on Windows that of git, by its path, which is found in the PATH */
export function shellFor(env: Environment, isWindows = process.platform === 'win32'): string {
  if (!isWindows) return '/bin/sh'
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? []
  const home = path.split(delimiter).find((folder) => folder !== '' && existsSync(join(folder, 'git.exe')))
  const found =
    home === undefined ? undefined : besideGit.map((each) => join(home, each)).find((each) => existsSync(each))
  return found ?? 'sh'
}

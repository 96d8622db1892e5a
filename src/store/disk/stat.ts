import { existsSync, lstatSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

type Stat = (path: string, options: { throwIfNoEntry: false }) => Stats | undefined

/**
 * Looks what has a name, without an exception where nothing has.
 *
 * @param full absolute
 * @param look at what a link leads to, or at the link itself
 * @returns undefined where nothing is there
 * @throws what the file system throws; ENOTDIR where a file stands in the place of a folder, which newer Nodes do not tell
 */
export function statOf(full: string, look: 'through links' | 'at links' = 'through links'): Stats | undefined {
  const stat: Stat = look === 'at links' ? lstatSync : statSync
  const found = stat(full, { throwIfNoEntry: false })
  if (found === undefined) refuseFileAbove(full.slice(0, full.lastIndexOf('/')))
  return found
}

function refuseFileAbove(folder: string): void {
  // Nothing but a folder has this in it; a tenth of the time of a look at the folder.
  if (existsSync(`${folder}/.`)) return
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    if (folder !== dirname(folder)) refuseFileAbove(dirname(folder))
  } else if (!found.isDirectory()) {
    throw Object.assign(new Error(`ENOTDIR: not a directory, ${folder}`), { code: 'ENOTDIR' })
  }
}

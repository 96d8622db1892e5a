import { basename, isAbsolute } from 'node:path'
import { pathInCommand } from './disk-failure'
import { freePath } from './free-path'
import { isThere } from './read'

/**
 * @param paths relative to the root, or absolute
 * @returns a command that moves them to a new folder, in the root or beside the first if that is elsewhere. No text is
 *   overwritten: followed again it stops at `mkdir`, and each path gets a name of its own
 */
export function asideCommand(root: string, ...paths: readonly [string, ...string[]]): string {
  const [first] = paths
  const [home, wanted] = isAbsolute(first) ? ['', `${first}-was`] : [root, `${basename(first)}-was`]
  // For `mkdir` an empty folder is in the way, too.
  const folder = freePath(home, wanted, isThere(home, wanted) ? [wanted] : [])
  const names: string[] = []
  for (const path of paths) names.push(freePath(home, `${folder}/${basename(path)}`, names))
  const moves = paths.map((path, index) => `mv ${pathInCommand(path)} ${pathInCommand(names[index] ?? '')}`)
  return [`mkdir ${pathInCommand(folder)}`, ...moves].join(' && ')
}

import { disk } from './disk'
import { notPlain, onDisk } from './disk-failure'
import { joinPosix, local } from './local'
import { isThere } from './read'
import { statOf } from './stat'

const ignorePath = `${local}/.gitignore`

/** Creates the folder if it does not exist. Throws what the file system throws. */
export function makeLocal(root: string): void {
  if (hasIgnore(root)) return
  disk.makeFolder(joinPosix(root, local))
  // Not synced: a file left empty by a power loss is written again by the next process.
  disk.append(joinPosix(root, ignorePath), Buffer.from('*\n'))
}

/** @returns whether git ignores the folder, or it does not exist. Throws Failure if that cannot be read */
export const isIgnored = (root: string): boolean => !isThere(root, local) || hasIgnore(root)

const hasIgnore = (root: string): boolean =>
  onDisk('read', ignorePath, () => {
    const stat = statOf(joinPosix(root, ignorePath), 'at links')
    if (stat && !stat.isFile() && !stat.isSymbolicLink()) throw notPlain(stat)
    return (stat?.size ?? 0) > 0
  })

import { disk } from './disk'
import { onDisk } from './disk-failure'
import { joinPosix, nextPath, type Owner } from './local'
import { namesIn } from './read'

/** @returns the names of a step's prepared files; if no process holds the lock, of a step that never took effect */
export const leftoversIn = (root: string, owner: Owner): readonly string[] => namesIn(root, nextPath(owner))

/**
 * Removes prepared files of a step that never took effect or is complete. Files in use are hard-linked elsewhere.
 *
 * @param names of the files, if they are known
 */
export function removeLeftovers(root: string, owner: Owner, names = leftoversIn(root, owner)): void {
  for (const name of names) {
    const path = `${nextPath(owner)}/${name}`
    onDisk('write', path, () => disk.remove(joinPosix(root, path)))
  }
}

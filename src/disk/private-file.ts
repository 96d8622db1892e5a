import { existsSync } from 'node:fs'
import { disk } from './disk'
import { onDisk } from './disk-failure'

/** Only its user may read and write it. */
const mode = 0o600

/**
 * Writes a file for this user alone, over an earlier one. A reader sees the old or the new one; it need not survive a crash.
 *
 * @param path absolute
 * @param part a name ending for the unfinished file, which no other process has
 * @throws Failure if the disk refuses
 */
export function writePrivate(path: string, text: string, part: string): void {
  onDisk('write', path, () => {
    const unfinished = `${path}.${part}`
    try {
      disk.writeUnsynced(unfinished, text, mode)
      disk.replace(unfinished, path)
    } catch (error) {
      if (existsSync(unfinished)) disk.remove(unfinished)
      throw error
    }
  })
}

/** Removes such a file. Throws Failure if the disk refuses */
export const removePrivate = (path: string): void => onDisk('remove', path, () => disk.remove(path))

import { basename, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'

/**
 * Moves files out of the way, each for itself.
 *
 * @param paths relative to the root
 * @param folder where they go, relative to the root; nothing may be there
 * @throws Failure where the disk refuses
 */
export function setAside(root: string, paths: readonly string[], folder: string): void {
  for (const path of paths) {
    onDisk('move', path, () => {
      disk.makeFolder(join(root, folder))
      disk.move(join(root, path), join(root, folder, basename(path)))
    })
  }
}

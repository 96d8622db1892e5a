import { basename, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'

/** Moves files into a folder for displaced files, which must not exist. Throws Failure if it cannot move one. */
export function setAside(root: string, paths: readonly string[], folder: string): void {
  for (const path of paths) {
    onDisk('move', path, () => {
      disk.makeFolder(join(root, folder))
      disk.move(join(root, path), join(root, folder, basename(path)))
    })
  }
}

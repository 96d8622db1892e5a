import { basename, dirname, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { refuseLinks } from './links'

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

/**
 * Gives a folder another place, in one move.
 *
 * @param from relative to the root
 * @param to relative to the root; nothing may be there
 * @throws Failure where a link is on the way, or the disk refuses
 */
export function moveFolder(root: string, from: string, to: string): void {
  refuseLinks(root, [`${from}/file`, `${to}/file`])
  onDisk('move', from, () => {
    const above = dirname(join(root, to))
    disk.makeFolder(above)
    disk.move(join(root, from), join(root, to))
    disk.sync(above)
  })
}

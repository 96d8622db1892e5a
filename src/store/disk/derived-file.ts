import { existsSync, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { refuseLinks } from './links'
import { local } from './local'
import { readText } from './read'

/** Where the new text waits for its name. */
const waiting = `${local}/derived`

/**
 * Writes a file that can be made again at any time from what else is there, over the one that was made before. Whoever looks
 * sees the old one or the new one. Needs the lock.
 *
 * @param root absolute
 * @param path relative to it
 * @throws Failure where the disk refuses, or something else than a file has its name
 */
export function writeDerived(root: string, path: string, text: string): void {
  refuseLinks(root, [path, waiting])
  if (readText(root, path) === text) return
  onDisk('write', path, () => {
    if (lstatSync(join(root, waiting), { throwIfNoEntry: false })) disk.remove(join(root, waiting))
    disk.write(join(root, waiting), text)
    if (!existsSync(dirname(join(root, path)))) disk.makeFolder(dirname(join(root, path)))
    disk.replace(join(root, waiting), join(root, path))
  })
}

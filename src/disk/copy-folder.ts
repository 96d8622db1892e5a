import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { refuseLinks } from './links'

/**
 * Copies files into a new folder, which appears complete or not at all. Needs the lock.
 *
 * @param files each with its path in the new folder
 * @param waiting where the folder is built; like the final `place` it must not exist
 * @throws Failure if a link is in the path, or a write fails
 */
export function copyIntoFolder(
  root: string,
  files: readonly (readonly [from: string, name: string])[],
  waiting: string,
  place: string,
): void {
  refuseLinks(root, [...files.map(([from]) => from), `${waiting}/file`, `${place}/file`])
  for (const [from, name] of files) {
    onDisk('write', from, () => {
      const to = join(root, waiting, name)
      if (!existsSync(dirname(to))) disk.makeFolder(dirname(to))
      disk.copy(join(root, from), to, `${to}.part`)
    })
  }
  onDisk('write', place, () => {
    const above = dirname(join(root, place))
    if (!existsSync(above)) disk.makeFolder(above)
    disk.move(join(root, waiting), join(root, place))
    disk.sync(above)
  })
}

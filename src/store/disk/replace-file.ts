import { existsSync, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { refuseLinks } from './links'
import { local } from './local'

/** Where the new text waits for its name. */
const waiting = `${local}/repaired`

/**
 * Gives a file of ours a new text and keeps the old one. Whoever looks sees the old file or the new one; stopped on the way
 * it can be done again. Needs the lock.
 *
 * @param root absolute
 * @param path the file; there may be none, or something else than a file
 * @param aside where the old one is kept; nothing may be there
 * @throws Failure where the disk refuses
 */
export function replaceFile(root: string, path: string, text: string, aside: string): void {
  refuseLinks(root, [aside, waiting, dirname(path)])
  onDisk('write', path, () => {
    if (existsSync(join(root, waiting))) disk.remove(join(root, waiting))
    disk.write(join(root, waiting), text)
    disk.makeFolder(dirname(join(root, path)))
    const old = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (old) disk.makeFolder(dirname(join(root, aside)))
    // A file keeps its name until it is replaced; a folder cannot be replaced and has to go before.
    if (old?.isFile()) disk.linkOrCopy(join(root, path), join(root, aside), join(root, `${waiting}.part`))
    else if (old) disk.move(join(root, path), join(root, aside))
    disk.replace(join(root, waiting), join(root, path))
    disk.sync(dirname(join(root, path)))
  })
}

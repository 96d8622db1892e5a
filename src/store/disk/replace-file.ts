import { existsSync, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { refuseLinks } from './links'
import { local } from './local'
import { readBytes } from './read'

/** Where the new text waits for its name. */
const waiting = `${local}/replacing`

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
  refuseLinks(root, [aside, dirname(path)])
  put(root, path, text, () => {
    const old = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (old) disk.makeFolder(dirname(join(root, aside)))
    // A file keeps its name until it is replaced; a folder cannot be replaced and has to go before.
    if (old?.isFile()) disk.linkOrCopy(join(root, path), join(root, aside), join(root, `${waiting}.part`))
    else if (old) disk.move(join(root, path), join(root, aside))
  })
  onDisk('write', path, () => disk.sync(dirname(join(root, path))))
}

/**
 * Writes a file that can be made again at any time from what else is there, over the one that was made before. Whoever looks
 * sees the old one or the new one. Needs the lock.
 *
 * @param root absolute
 * @param path relative to it
 * @throws Failure where the disk refuses, or something else than a file has its name
 */
export function writeDerived(root: string, path: string, content: string | Uint8Array): void {
  refuseLinks(root, [path])
  if (!readBytes(root, path)?.equals(Buffer.from(content))) put(root, path, content)
}

function put(root: string, path: string, content: string | Uint8Array, makeRoom = () => {}): void {
  refuseLinks(root, [waiting])
  onDisk('write', path, () => {
    if (existsSync(join(root, waiting))) disk.remove(join(root, waiting))
    disk.write(join(root, waiting), content)
    disk.makeFolder(dirname(join(root, path)))
    makeRoom()
    disk.replace(join(root, waiting), join(root, path))
  })
}

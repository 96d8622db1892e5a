import { lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { disk } from './disk'
import { codeOf, onDisk } from './disk-failure'
import { refuseLinks } from './links'
import { local } from './local'
import { readBytes } from './read'

/** The temporary name of the new text. */
export const replacing = `${local}/replacing`

/**
 * Replaces one of our files and keeps the old one. A reader sees the old or the new file; after a crash it can be
 * repeated. Needs the lock.
 *
 * @param path may be missing, or something other than a file
 * @param aside where the old one is kept; must not exist
 */
export function replaceFile(root: string, path: string, text: string, aside: string): void {
  refuseLinks(root, [aside, dirname(path), replacing])
  put(root, path, text, () => {
    disk.makeFolder(dirname(join(root, path)))
    const old = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (old) disk.makeFolder(dirname(join(root, aside)))
    // A file keeps its name until it is replaced; a folder cannot be replaced, so it moves first.
    if (old?.isFile()) disk.linkOrCopy(join(root, path), join(root, aside), join(root, `${replacing}.part`))
    else if (old) disk.move(join(root, path), join(root, aside))
    return true
  })
  onDisk('write', path, () => disk.sync(dirname(join(root, path))))
}

/**
 * Writes a file that can be generated again at any time. A reader sees the old or the new one. Needs the lock.
 *
 * @param before its bytes, if they were read
 * @param safe what was looked at just now, see `refuseLinks`
 * @throws Failure if it cannot write, or the name belongs to something that is no file
 */
export function writeDerived(
  root: string,
  path: string,
  content: string | Uint8Array,
  before?: Buffer,
  safe?: Set<string>,
): void {
  refuseLinks(root, [path, replacing], safe)
  const there = before ?? readBytes(root, path)
  if (there?.equals(Buffer.from(content))) return
  if (!there) onDisk('write', path, () => disk.makeFolder(dirname(join(root, path))))
  put(root, path, content)
}

/** Writes a file of this working copy that need not survive a crash; `safe` as for `refuseLinks`. Needs the lock. */
export function writeUnsynced(root: string, path: string, content: Uint8Array, safe?: Set<string>): void {
  refuseLinks(root, [path], safe)
  onDisk('write', path, () => {
    disk.makeFolder(dirname(join(root, path)))
    overLeftover(join(root, path), (full) => disk.writeUnsynced(full, content))
  })
}

/** Writes a file; only if the name is taken, it is made free first. */
function overLeftover(full: string, write: (full: string) => void): void {
  try {
    write(full)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    disk.remove(full)
    write(full)
  }
}

/**
 * Writes a file outside our folders, over an earlier one. A reader sees the old or the new file.
 *
 * @param path absolute
 * @param part the ending of the name that the unfinished file has beside it, which no other process uses
 * @throws what the file system throws; the unfinished file is then gone
 */
export function writeOver(path: string, text: string, part: string, mode?: number): void {
  const unfinished = join(dirname(path), `.${basename(path)}.${part}`)
  try {
    overLeftover(unfinished, (full) => disk.write(full, text, mode))
    disk.replace(unfinished, path)
  } catch (error) {
    if (lstatSync(unfinished, { throwIfNoEntry: false })) disk.remove(unfinished)
    throw error
  }
}

/**
 * Changes a file of the user in place, with the permissions that it has. A reader sees the old or the new file. Nothing
 * that is written meanwhile is lost: then the change is made to that. Needs the lock.
 *
 * @param change gets the bytes of the file, each as a character, and returns all new ones, or the same for no change
 * @param known its bytes, as far as they are known; they are read if it has others
 * @returns what it has then; undefined if there is no file
 */
export function changeFile(
  root: string,
  path: string,
  change: (bytes: string) => string,
  known?: Buffer,
  safe?: Set<string>,
): string | undefined {
  refuseLinks(root, [path, replacing], safe)
  for (let [isDone, before] = [false, known]; ; before = undefined) {
    const bytes = before ?? readBytes(root, path)
    const changed = bytes && change(bytes.toString('latin1'))
    if (changed === undefined || changed === bytes?.toString('latin1')) return changed
    put(root, path, Buffer.from(changed, 'latin1'), () => {
      const { mode } = lstatSync(join(root, path))
      disk.chmod(join(root, replacing), mode & 0o777)
      isDone = readFileSync(join(root, path)).equals(bytes ?? Buffer.alloc(0))
      return isDone
    })
    if (isDone) return changed
  }
}

/** No link may be in the way of the file, nor of the new text. If `prepare` returns false, the file stays as it is. */
function put(root: string, path: string, content: string | Uint8Array, prepare: () => boolean = () => true): void {
  onDisk('write', path, () => {
    overLeftover(join(root, replacing), (full) => disk.write(full, content))
    if (!prepare()) return
    disk.replace(join(root, replacing), join(root, path))
  })
}

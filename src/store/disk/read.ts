import {
  closeSync,
  type Dirent,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { codeOf, diskFailure, notPlain, onDisk } from './disk-failure'
import { joinPosix } from './join-posix'
import { statOf } from './stat'

declare global {
  interface Buffer {
    /** As `toString('latin1')`, which V8 has to compile in every process that uses it. */
    latin1Slice(start?: number, end?: number): string
  }
}

/** No text in this language is longer; known beforehand, what is too large need not be read. In bytes. */
const maxTextBytes = 2 ** 29 - 24

/**
 * Runs the reading of one file. Looks first whether it is there: an exception for each missing file would cost more than
 * all the rest of a cast, and a pipe or a device would be waited for without end.
 *
 * @returns undefined for a file that is not there
 */
export function reading<T>(root: string, path: string, read: (full: string, size: number) => T): T | undefined {
  const full = joinPosix(root, path)
  try {
    const stat = statOf(full)
    if (stat === undefined) return undefined
    if (!stat.isFile()) throw notPlain(stat)
    return read(full, stat.size)
  } catch (error) {
    // Gone since it was looked at: somebody is at work.
    if (codeOf(error) === 'ENOENT') return undefined
    throw diskFailure('read', path, error)
  }
}

/**
 * @param root absolute; `path` is relative to it
 * @returns whether a file is there
 * @throws Failure where something else than a file has its name
 */
export const hasFile = (root: string, path: string): boolean => reading(root, path, () => true) ?? false

/**
 * @returns whether something has this name, be it a folder or a link that leads nowhere
 * @throws Failure where that cannot be seen
 */
export const isThere = (root: string, path: string): boolean =>
  onDisk('read', path, () => statOf(joinPosix(root, path), 'at links') !== undefined)

/** @returns whether a folder has this name, be it by way of a link */
export function isFolder(root: string, path: string): boolean {
  try {
    return statSync(joinPosix(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

/**
 * @returns the whole text without a byte order mark, or undefined where there is no such file
 * @throws Failure where it cannot be read
 */
export const readText = (root: string, path: string): string | undefined =>
  reading(root, path, (full, size) => {
    if (size > maxTextBytes) throw Object.assign(new Error(), { code: 'ERR_STRING_TOO_LONG' })
    return withoutMark(readFileSync(full, 'utf8'))
  })

/** The same for a file of at most so many bytes. @returns `true` for a larger one */
export const readShort = (root: string, path: string, mostBytes: number): string | true | undefined =>
  reading(root, path, (full, size) => size > mostBytes || withoutMark(readFileSync(full, 'utf8')))

/** @returns the bytes of a file, or undefined where there is no such file. Throws Failure where it cannot be read */
export const readBytes = (root: string, path: string): Buffer | undefined =>
  reading(root, path, (full) => readFileSync(full))

/**
 * @param full absolute
 * @returns the text of a file with every byte of it, also a byte order mark; `false` where it is no text, undefined where
 *   there is no such file
 * @throws what the file system throws
 */
export function readAsIs(full: string): string | undefined | false {
  const stat = statOf(full)
  if (stat === undefined) return undefined
  if (!stat.isFile()) return false
  const bytes = readFileSync(full)
  const text = bytes.toString('utf8')
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : false
}

/** @returns whether every byte of a file belongs to a character; false where there is no such file */
export const isUtf8 = (root: string, path: string): boolean =>
  reading(root, path, (full) => typeof readAsIs(full) === 'string') ?? false

/**
 * Opens a file to read some of it.
 *
 * @param read gets its size in bytes, and what reads so many of them from a place on; fewer where it ends before
 * @returns undefined where there is no such file
 * @throws Failure where it cannot be read
 */
export const readOpened = <T>(
  root: string,
  path: string,
  read: (size: number, bytesAt: (position: number, length: number) => Buffer) => T,
): T | undefined =>
  reading(root, path, (full) => {
    const descriptor = openSync(full, 'r')
    try {
      return read(fstatSync(descriptor).size, (position, length) => {
        const bytes = Buffer.allocUnsafeSlow(length)
        const read = readSync(descriptor, bytes, 0, length, position)
        return read === length ? bytes : bytes.subarray(0, read)
      })
    } finally {
      closeSync(descriptor)
    }
  })

/**
 * @param most in bytes
 * @returns the beginning of a file and whether that is all of it, or undefined where there is no such file
 * @throws Failure where it cannot be read
 */
export const readBeginning = (root: string, path: string, most: number): { text: string; whole: boolean } | undefined =>
  readOpened(root, path, (size, bytesAt) => {
    const text = withoutMark(bytesAt(0, Math.min(size, most)).toString())
    // A character cut in two at the end would show as a replacement character.
    return size > most ? { text: text.replace(/\uFFFD$/, ''), whole: false } : { text, whole: true }
  })

/** @returns the names in a folder, none where it is not there */
export function namesIn(root: string, path: string): string[] {
  return entriesIn(root, path).map(({ name }) => name)
}

/** @returns the names of the folders in a folder, be they there by way of a link */
export const foldersIn = (root: string, path: string): string[] =>
  namesIn(root, path).filter((name) => isFolder(root, `${path}/${name}`))

/** @returns every file in a folder and below, relative to the root, with `/`, sorted */
export function filesUnder(root: string, path: string): string[] {
  return entriesIn(root, path)
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .sort()
}

function entriesIn(root: string, path: string): Dirent[] {
  const full = joinPosix(root, path)
  try {
    return existsSync(full) ? readdirSync(full, { withFileTypes: true }) : []
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw diskFailure('read', path, error)
  }
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

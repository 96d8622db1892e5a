import { closeSync, type Dirent, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { attemptOr, exit, Failure } from '../text/failure'
import { codeOf, diskFailure, notPlain, onDisk } from './disk-failure'
import { joinPosix } from './local'
import { statOf } from './stat'

declare global {
  interface Buffer {
    /** Equals `toString('latin1')`, which V8 would have to compile in every process. */
    latin1Slice(start?: number, end?: number): string
  }
}

/** The longest string in JavaScript; a larger file need not be read. In bytes. */
const maxTextBytes = 2 ** 29 - 24

/**
 * Reads one file; undefined without it. Checks first that it exists: an exception for each missing file would cost more
 * than the rest of a cast, and reading a pipe or a device would wait forever.
 */
export const reading = <T>(root: string, path: string, read: (full: string, size: number) => T): T | undefined =>
  ifThere(path, () => {
    const full = joinPosix(root, path)
    const stat = statOf(full)
    if (stat === undefined) return undefined
    if (!stat.isFile()) throw notPlain(stat)
    return read(full, stat.size)
  })

function ifThere<T>(path: string, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    // Another process has removed it meanwhile.
    if (codeOf(error) === 'ENOENT') return undefined
    throw diskFailure('read', path, error)
  }
}

/** @returns whether the file exists. Throws Failure if the name belongs to something that is no file */
export const hasFile = (root: string, path: string): boolean => reading(root, path, () => true) ?? false

/** As `hasFile`, but an empty file counts as none. */
export const hasContent = (root: string, path: string): boolean => reading(root, path, (_, size) => size > 0) ?? false

/** @returns whether the name is taken, also by a folder or a broken link. Throws Failure if that cannot be read */
export const isThere = (root: string, path: string): boolean =>
  onDisk('read', path, () => statOf(joinPosix(root, path), 'at links') !== undefined)

/** @returns whether the path is a folder, or a link to one */
export const isFolder = (root: string, path: string): boolean =>
  attemptOr(false, () => statSync(joinPosix(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false)

/** @returns whether the path is a file, or a link to one */
export const isFile = (root: string, path: string): boolean =>
  attemptOr(false, () => statSync(joinPosix(root, path), { throwIfNoEntry: false })?.isFile() ?? false)

/** @returns the text without its byte order mark; undefined without the file. Throws Failure if it cannot be read */
export const readText = (root: string, path: string): string | undefined =>
  reading(root, path, (full, size) => {
    if (size > maxTextBytes) throw Object.assign(new Error(), { code: 'ERR_STRING_TOO_LONG' })
    return withoutMark(readFileSync(full, 'utf8'))
  })

/** The same of what was seen to be a plain file just now, so that nothing has to look first. */
export const readSeen = (root: string, path: string): string | undefined =>
  ifThere(path, () => withoutMark(readFileSync(joinPosix(root, path), 'utf8')))

/** The same for a file of limited size. @returns `true` for a larger file */
export const readShort = (root: string, path: string, mostBytes: number): string | true | undefined =>
  reading(root, path, (full, size) => size > mostBytes || withoutMark(readFileSync(full, 'utf8')))

/** @returns the bytes of a file; undefined if it does not exist. Throws Failure if it cannot be read */
export const readBytes = (root: string, path: string): Buffer | undefined =>
  reading(root, path, (full) => readFileSync(full))

/** @returns the text of a file with its byte order mark; `false` if it is not UTF-8, undefined if it does not exist */
export function readAsIs(full: string): string | undefined | false {
  const stat = statOf(full)
  if (stat === undefined) return undefined
  if (!stat.isFile()) return false
  const bytes = readFileSync(full)
  const text = bytes.toString('utf8')
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : false
}

/** @returns whether a file is valid UTF-8; false if it does not exist */
export const isUtf8 = (root: string, path: string): boolean =>
  reading(root, path, (full) => typeof readAsIs(full) === 'string') ?? false

/** Whether a text, as it was read of the file, is none in UTF-8: some of it could not be decoded, or it is UTF-16 without a mark. */
export const isOtherEncoding = (root: string, path: string, text: string): boolean =>
  /^.?\0/s.test(text) || (text.includes('\uFFFD') && !isUtf8(root, path))

/**
 * Refuses to take something else for a text that someone has written.
 *
 * @param text as it was read of the file
 * @throws Failure (unreadable) `other-encoding`
 */
export function inUtf8<Read>(root: string, path: string, text: Read): Read {
  if (typeof text !== 'string' || !isOtherEncoding(root, path, text)) return text
  throw new Failure(exit.unreadable, 'other-encoding', `${path} is not UTF-8.`, 'Save it as UTF-8.')
}

/** @returns the text of a file that someone has written; undefined if it does not exist. Throws Failure, also `other-encoding` */
export const readUtf8 = (root: string, path: string): string | undefined => inUtf8(root, path, readText(root, path))

/**
 * Opens a file to read parts of it; returns undefined without it. Throws Failure if it cannot be read.
 *
 * @param read gets the size in bytes, and a function that reads up to `length` bytes from a position
 */
export const readOpened = <T>(
  root: string,
  path: string,
  read: (size: number, bytesAt: (position: number, length: number) => Buffer) => T,
): T | undefined =>
  reading(root, path, (full, size) => {
    const descriptor = openSync(full, 'r')
    try {
      return read(size, (position, length) => {
        const bytes = Buffer.allocUnsafeSlow(length)
        const read = readSync(descriptor, bytes, 0, length, position)
        return read === length ? bytes : bytes.subarray(0, read)
      })
    } finally {
      closeSync(descriptor)
    }
  })

/** @returns the beginning of a file, `most` bytes, and whether it is the whole file; undefined if it does not exist */
export const readBeginning = (root: string, path: string, most: number): { text: string; whole: boolean } | undefined =>
  readOpened(root, path, (size, bytesAt) => {
    const text = withoutMark(bytesAt(0, Math.min(size, most)).toString())
    // A character cut at the end would become a replacement character.
    return size > most ? { text: text.replace(/\uFFFD$/, ''), whole: false } : { text, whole: true }
  })

/** The beginning of a file for an answer, and whether it is the whole text. */
export interface Excerpt {
  readonly path: string
  readonly text: string
  readonly whole: boolean
}

/** The most of a file that an answer quotes. In bytes. */
export const maxExcerptBytes = 64 * 1024

/** @returns the texts of the files that exist. Throws Failure if one cannot be read */
export const readShown = (root: string, paths: readonly string[]): Excerpt[] =>
  paths.flatMap((path) => {
    const beginning = readBeginning(root, path, maxExcerptBytes)
    return beginning ? [{ path, ...beginning }] : []
  })

/** @returns the names in a folder; none if it does not exist */
export function namesIn(root: string, path: string): string[] {
  return entriesIn(root, path).map(({ name }) => name)
}

/** @returns the names of the folders in a folder, including links to folders */
export const foldersIn = (root: string, path: string): string[] =>
  namesIn(root, path).filter((name) => isFolder(root, `${path}/${name}`))

/** @returns every file in a folder and its subfolders, relative to the root, with `/`, sorted */
export function filesUnder(root: string, path: string): string[] {
  return entriesIn(root, path)
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .sort()
}

function entriesIn(root: string, path: string): Dirent[] {
  const full = joinPosix(root, path)
  try {
    return readdirSync(full, { withFileTypes: true })
  } catch (error) {
    // Also below a file, which Node reports as ENOTDIR.
    if (!existsSync(full)) return []
    throw diskFailure('read', path, error)
  }
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** The chunk size for large files. In bytes. */
const chunkBytes = 1024 * 1024

/** Reads a file, if there is one, in chunks, as long as it was then; each is overwritten by the next. Throws Failure if it is not plain. */
export function* chunksOf(root: string, path: string): Generator<Buffer> {
  const opened = reading(root, path, (full, size) => ({ descriptor: openSync(full, 'r'), size }))
  if (opened === undefined) return
  const { descriptor, size } = opened
  const bytes = Buffer.alloc(Math.min(size, chunkBytes))
  try {
    for (let done = 0; done < size; ) {
      const length = onDisk('read', path, () => readSync(descriptor, bytes))
      if (length === 0) return
      done += length
      yield bytes.subarray(0, length)
    }
  } finally {
    closeSync(descriptor)
  }
}

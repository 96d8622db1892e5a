import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { diskFailure } from './disk-failure'

const absent = ['ENOENT', 'ENOTDIR']

/** Runs a reading of one file; a file that is not there gives undefined. */
function reading<T>(path: string, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw diskFailure('read', path, error)
  }
}

/** A pipe or a device would be waited for without end, so only plain files are opened. */
function mustBePlain(full: string): number {
  const stat = statSync(full)
  if (!stat.isFile())
    throw Object.assign(new Error('it is not a plain file'), { code: stat.isDirectory() ? 'EISDIR' : '' })
  return stat.size
}

/**
 * @param root absolute; `path` is relative to it
 * @returns whether a file is there
 * @throws Failure where something else than a file has its name
 */
export function hasFile(root: string, path: string): boolean {
  return reading(path, () => mustBePlain(join(root, path))) !== undefined
}

/**
 * @returns the whole text without a byte order mark, or undefined where there is no such file
 * @throws Failure where it cannot be read
 */
export function readText(root: string, path: string): string | undefined {
  return reading(path, () => {
    const full = join(root, path)
    mustBePlain(full)
    return readFileSync(full, 'utf8').replace(/^\uFEFF/, '')
  })
}

/**
 * @param most in bytes
 * @returns the beginning of a file and whether that is all of it, or undefined where there is no such file
 * @throws Failure where it cannot be read
 */
export function readBeginning(root: string, path: string, most: number): { text: string; whole: boolean } | undefined {
  return reading(path, () => {
    const full = join(root, path)
    const size = mustBePlain(full)
    const bytes = Buffer.alloc(Math.min(size, most))
    const descriptor = openSync(full, 'r')
    try {
      const length = readSync(descriptor, bytes, 0, bytes.length, 0)
      // A character cut in two at the end would show as a replacement character.
      const text = bytes.toString('utf8', 0, length).replace(/^\uFEFF/, '')
      return size > most ? { text: text.replace(/\uFFFD$/, ''), whole: false } : { text, whole: true }
    } finally {
      closeSync(descriptor)
    }
  })
}

/** @returns the names in a folder, none where it is not there */
export function namesIn(root: string, path: string): string[] {
  return reading(path, () => readdirSync(join(root, path))) ?? []
}

/** @returns every file in a folder and below, relative to the root, with `/`, sorted */
export function filesUnder(root: string, path: string): string[] {
  const entries = reading(path, () => readdirSync(join(root, path), { withFileTypes: true })) ?? []
  return entries
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .sort()
}

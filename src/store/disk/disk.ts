import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './disk-failure'
import { whileHeld } from './while-held'

/** File systems and platforms on which a folder cannot be synced; there its entries are as safe as they get. */
const cannotSync = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP']
/** File systems without a second name for a file. */
const cannotLink = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK', 'EXDEV']

/**
 * Every way in which `spell` changes a disk. Each is one operation that a crash can come before, after or, where more than
 * one byte is written, into. Paths are absolute; all throw what the file system throws.
 */
export const disk = {
  /** Makes a folder and those above it. */
  makeFolder: (path: string): void => makeFolder(path),

  /** Makes a folder that must not be there yet: of all who try, one succeeds. */
  mkdirExclusive: (path: string): void => mkdirSync(path),

  /** Removes an empty folder. */
  removeFolder: (path: string): void => whileHeld(() => rmdirSync(path)),

  /** Writes a file, which must not be there yet; when this returns, its bytes survive a power loss. */
  write(path: string, text: string | Uint8Array, mode = 0o666): void {
    using(openSync(path, 'wx', mode), (descriptor) => {
      writeAll(descriptor, Buffer.from(text))
      fsyncSync(descriptor)
    })
  },

  /** Says who may do what with a file. */
  chmod: (path: string, mode: number): void => chmodSync(path, mode),

  /** Writes a file that need not survive anything; it must not be there yet. */
  writeUnsynced: (path: string, bytes: string | Uint8Array, mode?: number): void =>
    using(openSync(path, 'wx', mode), (descriptor) => writeAll(descriptor, Buffer.from(bytes))),

  /** Adds to the end of a file. */
  append: (path: string, bytes: Uint8Array): void =>
    using(openSync(path, 'a'), (descriptor) => writeAll(descriptor, bytes)),

  /** Cuts a file off. */
  truncate: (path: string, length: number): void =>
    using(openSync(path, 'r+'), (descriptor) => ftruncateSync(descriptor, length)),

  /** Gives a file a second name, which must be free, or copies it where there is no such thing. */
  linkOrCopy(from: string, to: string, part: string): void {
    try {
      linkSync(from, to)
    } catch (error) {
      if (!cannotLink.includes(codeOf(error))) throw error
      copyWhole(from, to, part)
    }
  },

  /** Copies a file; the new name must be free. The copy grows under the name of `part`, so that none is ever cut off. */
  copy: (from: string, to: string, part: string): void => copyWhole(from, to, part),

  /** Gives a file or a folder a new name, which must be free. */
  move: (from: string, to: string): void => rename(from, to),

  /** Gives a file the name of another, which is gone from then on: a reader sees the one or the other. */
  replace: (from: string, to: string): void => whileHeld(() => renameSync(from, to)),

  /** Removes a file. */
  remove: (path: string): void => whileHeld(() => unlinkSync(path)),

  /** Makes the names in a folder survive a power loss. */
  sync: (path: string): void => sync(path),
}

/** Node itself, asked for all of them, never comes to an end where a folder takes no new one, as `/proc`. */
function makeFolder(path: string): void {
  // Most often it is there, and an exception would cost more than all the rest of a look.
  if (existsSync(`${path}/.`)) return
  try {
    mkdirSync(path)
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFolder(dirname(path))
    makeFolder(path)
  }
}

function sync(path: string): void {
  try {
    using(openSync(path, 'r'), fsyncSync)
  } catch (error) {
    if (!cannotSync.includes(codeOf(error))) throw error
  }
}

/** Renaming onto a file would replace it. */
function rename(from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false })) throw Object.assign(new Error(), { code: 'EEXIST' })
  whileHeld(() => renameSync(from, to))
}

function copyWhole(from: string, to: string, part: string): void {
  copyFileSync(from, part)
  sync(part)
  rename(part, to)
}

function using(descriptor: number, use: (descriptor: number) => void): void {
  try {
    use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest))
}

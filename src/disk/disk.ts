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
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './disk-failure'

/** Errors of file systems that cannot sync a folder; its entries cannot be made any safer then. */
const cannotSync = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP']
/** Errors of file systems without hard links. */
const cannotLink = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK', 'EXDEV']

/**
 * Every operation with which `spell` changes a disk. A crash can happen before it, after it or, if it writes more than
 * one byte, during it. Paths are absolute; all throw what the file system throws.
 */
export const disk = {
  /** Creates a folder and its parents. */
  makeFolder: (path: string): void => makeFolder(path),

  /** Creates a folder that must not exist: of several processes, one succeeds. */
  mkdirExclusive: (path: string): void => mkdirSync(path),

  /** Removes an empty folder. */
  removeFolder: (path: string): void => whileHeld(() => rmdirSync(path)),

  /** Writes a file, which must not exist; when this returns, its bytes survive a power loss. */
  write(path: string, text: string | Uint8Array, mode = 0o666): void {
    using(openSync(path, 'wx', mode), (descriptor) => {
      writeAll(descriptor, Buffer.from(text))
      fsyncSync(descriptor)
    })
  },

  chmod: (path: string, mode: number): void => chmodSync(path, mode),

  touch: (path: string, time: Date): void => utimesSync(path, time, time),

  /** Writes a file that need not survive a crash; it must not exist. */
  writeUnsynced: (path: string, bytes: string | Uint8Array, mode?: number): void =>
    using(openSync(path, 'wx', mode), (descriptor) => writeAll(descriptor, Buffer.from(bytes))),

  append: (path: string, bytes: Uint8Array): void =>
    using(openSync(path, 'a'), (descriptor) => writeAll(descriptor, bytes)),

  truncate: (path: string, length: number): void =>
    using(openSync(path, 'r+'), (descriptor) => ftruncateSync(descriptor, length)),

  /** Hard-links a file to a free name, or copies it if hard links are not supported. */
  linkOrCopy(from: string, to: string, part: string): void {
    try {
      linkSync(from, to)
    } catch (error) {
      if (!cannotLink.includes(codeOf(error))) throw error
      copyWhole(from, to, part)
    }
  },

  /** Copies a file to a free name. The copy is written as `part`, so the name never has an incomplete file. */
  copy: (from: string, to: string, part: string): void => copyWhole(from, to, part),

  /** Renames a file or a folder to a free name. */
  move: (from: string, to: string): void => rename(from, to),

  /** Renames a file over another: a reader sees either the old or the new one. */
  replace: (from: string, to: string): void => whileHeld(() => renameSync(from, to)),

  remove: (path: string): void => whileHeld(() => unlinkSync(path)),

  /** Syncs a folder, so that the names in it survive a power loss. */
  sync: (path: string): void => sync(path),
}

/** Node's recursive `mkdir` never returns if a folder such as `/proc` takes no new entries. */
function makeFolder(path: string): void {
  // It usually exists, and an exception would cost more than the rest of a look.
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

/** Renaming onto an existing file would replace it. */
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

/** How long to retry a change while another program holds the file, and the pause between two attempts. */
export const heldTimeoutMs = 1000
const heldPauseMs = 20

/** Errors of Windows for a file that another program has open, and for a folder that is being deleted. */
const heldCodes = ['EPERM', 'EACCES', 'EBUSY']

/** @returns whether a retry may succeed; on other platforms these errors are final */
export const isHeld = (error: unknown): boolean => process.platform === 'win32' && heldCodes.includes(codeOf(error))

/** Retries a change for `heldTimeoutMs` while another program holds the file. Blocks, as every change does. */
function whileHeld(change: () => void): void {
  for (let left = heldTimeoutMs / heldPauseMs; ; left--) {
    try {
      change()
      return
    } catch (error) {
      if (left === 0 || !isHeld(error)) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldPauseMs)
  }
}

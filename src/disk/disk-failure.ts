import type { Stats } from 'node:fs'
import { exit, Failure } from '../text/failure'
import { quoted } from '../text/markdown/shown-command'

/** In a command, `FOLDER` stands for the file's folder. */
const reasons: Readonly<Record<string, readonly [code: string, reason: string, fix: string]>> = {
  EACCES: ['permission-denied', 'permission denied', 'ls -la FOLDER'],
  EPERM: ['permission-denied', 'permission denied', 'ls -la FOLDER'],
  EROFS: ['read-only', 'the folder is on a read-only file system', 'mount'],
  ENOSPC: ['disk-full', 'the disk is full', 'df -h .'],
  EDQUOT: ['disk-full', 'the disk quota is used up', 'df -h .'],
  EISDIR: ['not-a-file', 'a folder is where a file should be', 'ls -la FOLDER'],
  // Our own code: a pipe, a device or a socket.
  ENOTPLAIN: ['not-a-file', 'it is not a plain file', 'ls -la FOLDER'],
  ENOTDIR: ['not-a-folder', 'a file is where a folder should be', 'ls -la FOLDER'],
  EEXIST: ['in-the-way', 'something is in the way there', 'ls -la FOLDER'],
  ERR_STRING_TOO_LONG: ['too-large', 'the file is too large', 'ls -la FOLDER'],
  ERR_FS_FILE_TOO_LARGE: ['too-large', 'the file is too large', 'ls -la FOLDER'],
  ELOOP: ['link-in-the-way', 'links there lead in a circle', 'spell doctor'],
  EIO: ['disk-error', 'the disk does not answer', 'spell doctor'],
  ENAMETOOLONG: ['name-too-long', 'the path is too long for the file system', 'pwd'],
}

/** @returns the code of an error of the file system, such as `ENOENT` */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/**
 * Describes an error of the file system; a failure is returned as it is.
 *
 * @param act what was attempted: `read`, `write`, `move`
 * @param path as the user knows the file
 */
export function diskFailure(act: string, path: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const [stable, reason, fix] = reasons[code] ?? ['disk-error', message, 'ls -la FOLDER']
  const shown = fix.replace('FOLDER', () => folderOf(path))
  return new Failure(exit.system, stable, `Cannot ${act} ${path}: ${reason}.`, shown, { cause: error })
}

/** Runs a disk operation. Throws the `diskFailure` of `act` and `path` for the file system's error. */
export function onDisk<T>(act: string, path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw diskFailure(act, path, error)
  }
}

/** The error for something that is no plain file: a folder, a pipe, a device or a socket. */
export const notPlain = (stat: Stats): Error =>
  Object.assign(new Error('it is not a plain file'), { code: stat.isDirectory() ? 'EISDIR' : 'ENOTPLAIN' })

const folderOf = (path: string): string => pathInCommand(path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '.')

/** @returns a path, or another word, as it stands in a command to paste: a shell reads nothing in it */
export const pathInCommand = (path: string): string => quoted([path])

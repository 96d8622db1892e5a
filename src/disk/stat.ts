import { existsSync, lstatSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

type Stat = (path: string, options: { throwIfNoEntry: false }) => Stats | undefined

/**
 * Reads what is at an absolute path, without the cost of an exception; undefined if nothing is there.
 *
 * @throws what the file system throws; also ENOTDIR if a parent is a file, which newer versions of Node do not report
 */
export function statOf(full: string, look: 'through links' | 'at links' = 'through links'): Stats | undefined {
  const stat: Stat = look === 'at links' ? lstatSync : statSync
  const found = stat(full, { throwIfNoEntry: false })
  if (found === undefined) refuseFileAbove(full.slice(0, full.lastIndexOf('/')))
  return found
}

function refuseFileAbove(folder: string): void {
  // Only a folder has this entry; ten times as fast as `stat`.
  if (existsSync(`${folder}/.`)) return
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    if (folder !== dirname(folder)) refuseFileAbove(dirname(folder))
  } else if (!found.isDirectory()) {
    throw Object.assign(new Error(`ENOTDIR: not a directory, ${folder}`), { code: 'ENOTDIR' })
  }
}

/** @returns whether a file was written, renamed or replaced since a time of its file system, in nanoseconds; absolute */
export const isTouched = (full: string | Buffer, since: bigint): boolean =>
  (lstatSync(full, { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? 0n) >= since

/**
 * @returns whether a folder was moved since then, or another one put in its place; not whether something was added to it,
 *   such as a cache
 */
export function isMoved(full: string | Buffer, since: bigint): boolean {
  const found = lstatSync(full, { bigint: true, throwIfNoEntry: false })
  return found !== undefined && found.ctimeNs >= since && found.mtimeNs < since
}

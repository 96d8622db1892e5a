import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { disk } from '../disk/disk'
import { commonFolderOf } from '../git/head'

/** How long a word is good, and how long a host counts as one that reports, in hours. */
const goodHours = 12

/** Who has passed words on in a clone: the host of an agent, or the developer with `spell say` and `spell grant`. */
export type Passing = 'host' | 'typed'

/** All worktrees share it, so that a cast without any word needs to open nothing else. */
const markPath = (root: string, passing: Passing): string =>
  join(commonFolderOf(root) ?? join(root, '.ai', '.local'), `spell-${passing}`)

/** @returns whether words were passed on here within the last hours */
export function hasPassed(root: string, passing: Passing, now: Date): boolean {
  const { mtimeMs } = statSync(markPath(root, passing), { throwIfNoEntry: false }) ?? {}
  return mtimeMs !== undefined && isGood(mtimeMs, now)
}

/** @param time in milliseconds */
export const isGood = (time: number, now: Date): boolean => Math.abs(now.getTime() - time) <= goodHours * 3_600_000

/** Notes that words were passed on, and when; nothing of what was said. Throws what the file system throws. */
export function markPassing(root: string, passing: Passing, now: Date): void {
  const path = markPath(root, passing)
  if (!existsSync(path)) {
    disk.makeFolder(dirname(path))
    disk.writeUnsynced(path, '')
  }
  disk.touch(path, now)
}

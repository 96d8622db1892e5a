import { join } from 'node:path'
import { branchNameOf, gitFolderOf, readTrimmed } from './head'

/** @returns the branch that was checked out here at a time, as git's log of HEAD tells; undefined if it still is, or without one */
export function branchThen(root: string, time: string): string | undefined {
  const folder = gitFolderOf(root)
  const log = folder && readTrimmed(join(folder, 'logs/HEAD'))
  for (const line of log?.split('\n') ?? []) {
    const [, seconds, left] = /> (\d+) [+-]\d{4}\tcheckout: moving from (\S+) to /.exec(line) ?? []
    if (left === undefined || Number(seconds) * 1000 <= Date.parse(time)) continue
    return left === branchNameOf(root) || /^[0-9a-f]{40,}$/.test(left) ? undefined : left
  }
  return undefined
}

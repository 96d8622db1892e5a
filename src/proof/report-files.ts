import { lstatSync } from 'node:fs'
import { onDisk } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { readShort } from '../disk/read'
import { attempt, Failure } from '../failure/failure'
import type { TestCounts } from './criteria/expectation'
import { junitCounts } from './junit-counts'

/** No report is longer, in bytes; a longer one counts nothing. */
const maxBytes = 64 * 1024 * 1024

/**
 * Remembers reports before a command runs. Afterwards the result counts the tests of one; undefined if it has not been
 * written anew, is a link, or no JUnit XML.
 */
export function reportsBefore(root: string, files: readonly string[]): (file: string) => TestCounts | undefined {
  const before = new Map(files.map((file) => [file, versionOf(root, file)]))
  return (file) => {
    const now = versionOf(root, file)
    if (now === '' || now === before.get(file)) return undefined
    const text = attempt(() => readShort(root, file, maxBytes))
    return typeof text === 'string' ? junitCounts(text) : undefined
  }
}

/** Empty for what is no file; what a link leads to, another may have written. */
function versionOf(root: string, file: string): string {
  const look = () => lstatSync(joinPosix(root, file), { bigint: true, throwIfNoEntry: false })
  const stat = attempt(() => onDisk('read', file, look))
  return stat && !(stat instanceof Failure) && stat.isFile() ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : ''
}

import { statSync } from 'node:fs'
import { attempt } from '../../failure/failure'
import { joinPosix } from '../../store/disk/join-posix'
import { readShort } from '../../store/disk/read'
import type { TestCounts } from '../../workflows/proving/expectation'
import { junitCounts } from './junit-counts'

/** No report is longer, in bytes; a longer one counts nothing. */
const maxBytes = 64 * 1024 * 1024

/**
 * Remembers reports before a command runs.
 *
 * @param root absolute; `files` are relative to it
 * @returns what counts the tests of a report afterwards: undefined if it has not been written anew, or is no JUnit XML
 */
export function reportsBefore(root: string, files: readonly string[]): (file: string) => TestCounts | undefined {
  const before = new Map(files.map((file) => [file, versionOf(root, file)]))
  return (file) => {
    if (!before.has(file) || versionOf(root, file) === before.get(file)) return undefined
    const text = attempt(() => readShort(root, file, maxBytes))
    return typeof text === 'string' ? junitCounts(text) : undefined
  }
}

function versionOf(root: string, file: string): string {
  const stat = statSync(joinPosix(root, file), { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : ''
}

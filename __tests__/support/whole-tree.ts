import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { entriesIn } from './folder-entries'

/**
 * Everything in a folder, with git's own files: a file with its mode and bytes, a link with its target. For comparison.
 */
export function wholeTree(folder: string): Record<string, string> {
  const all = entriesIn(folder).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const { mode } = lstatSync(path)
    const rights = (mode & 0o777).toString(8)
    const what = entry.isFile()
      ? `${rights} ${readFileSync(path, 'latin1')}`
      : entry.isDirectory()
        ? 'a folder'
        : entry.isSymbolicLink()
          ? `→ ${readlinkSync(path)}`
          : 'something else'
    return [relative(folder, path), what] as const
  })
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)))
}

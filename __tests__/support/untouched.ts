import { lstatSync, lutimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Folder } from './folder'
import { entriesIn } from './folder-entries'

/** Long ago, so that whatever is written now stands out, however coarse the clock of the file system is. */
const longAgo = new Date('2001-01-01T00:00:00Z')

/** Everything in a folder, itself too, with what would change if it were written. */
const entries = ({ path }: Folder) =>
  ['', ...entriesIn(path).map((entry) => relative(path, join(entry.parentPath, entry.name)))].sort().map((name) => {
    const { mtimeMs, size, mode, ino } = lstatSync(join(path, name))
    return { name, mtimeMs, size, mode, ino }
  })

/** Acts, and makes sure that nothing was written, made or taken away in a folder, not even for a moment. */
export async function untouched<T>(folder: Folder, act: () => Promise<T>): Promise<T> {
  for (const { name } of entries(folder)) lutimesSync(join(folder.path, name), longAgo, longAgo)
  const before = entries(folder)
  const result = await act()
  expect(entries(folder)).toEqual(before)
  return result
}

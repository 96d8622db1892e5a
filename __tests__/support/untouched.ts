import { lstatSync, lutimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Folder } from './folder'
import { entriesIn } from './folder-entries'

/** Long ago, so that a write is noticed, however coarse the file system's clock is. */
const longAgo = new Date('2001-01-01T00:00:00Z')

/** A folder and everything in it, with what a write would change. */
const entries = ({ path }: Folder) =>
  ['', ...entriesIn(path).map((entry) => relative(path, join(entry.parentPath, entry.name)))].sort().map((name) => {
    const { mtimeMs, size, mode, ino } = lstatSync(join(path, name))
    return { name, mtimeMs, size, mode, ino }
  })

/** Runs a function that must not write, create or remove anything in a folder, not even temporarily. */
export async function untouched<T>(folder: Folder, act: () => Promise<T>): Promise<T> {
  for (const { name } of entries(folder)) lutimesSync(join(folder.path, name), longAgo, longAgo)
  const before = entries(folder)
  const result = await act()
  expect(entries(folder)).toEqual(before)
  return result
}

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { entriesIn } from './folder-entries'

/** Everything in a folder except `.git`, with empty folders; a file with its bytes. For comparison. */
export function snapshot(folder: string): Record<string, string> {
  const all = entriesIn(folder).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const what = entry.isFile() ? readFileSync(path, 'latin1') : entry.isDirectory() ? 'a folder' : 'something else'
    return [relative(folder, path), what] as const
  })
  return Object.fromEntries(all.filter(([path]) => !/^\.git\b/.test(path)))
}

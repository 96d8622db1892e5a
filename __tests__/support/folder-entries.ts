import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Everything in a folder and its subfolders; links are not followed, as newer versions of Node would. */
export const entriesIn = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry, ...entriesIn(join(folder, entry.name))] : [entry],
  )

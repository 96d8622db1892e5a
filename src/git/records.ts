import { join, relative, sep } from 'node:path'

/** The settings or a state, which make a folder named `.ai` one of spell's, whichever folder it is in. */
const record = /^((?:.*\/)?\.ai\/)(?:spell|(?:task|hope|(?:work|discovery|collab)\/[^/]+)\/state)\.json$/s

/** How many folders below `.ai/` a state may be in. */
export const depthOfRecords = 2

/** @returns the records of a root, from the top of the worktree */
export const recordsOf = (top: string, root: string): string =>
  `${relative(top, join(root, '.ai')).split(sep).join('/')}/`

/**
 * @param own the folder of records that is known, as git names it
 * @returns whether a path is a record of spell: in that folder, or in another one that has settings or a state
 */
export function recordsAmong(paths: readonly string[], own = ''): (path: string) => boolean {
  const folders = new Set([own])
  // Of a thousand paths nearly all are elsewhere.
  for (const path of paths) if (path.includes('.ai/')) folders.add(record.exec(path)?.[1] ?? '')
  return (path) => {
    for (let at = path.indexOf('.ai/'); at >= 0; at = path.indexOf('.ai/', at + 1))
      if (folders.has(path.slice(0, at + 4))) return true
    return false
  }
}

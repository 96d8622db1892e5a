import { join, relative, sep } from 'node:path'
import type { TreeFile } from './tree-id'

/** `100644 <id> 0`, as an index lists its files, or `100644 blob <id>`, as a commit does; then the path. */
const listedFile = /^(\d+) (?:\w+ )??([0-9a-f]{40,}) ?\d?\t(.+)$/s

/** @returns the files that git lists, of an index or a commit */
export const listed = (text: string): TreeFile[] =>
  text.split('\0').flatMap((entry) => {
    const [, mode = '', id = '', path] = listedFile.exec(entry) ?? []
    return path === undefined ? [] : [{ path, mode, id }]
  })

/** What git says of a worktree: each path with a letter before it, and as often as there is something to say of it. */
interface WorktreeFiles {
  readonly tracked: readonly TreeFile[]
  /** Assumed to be unchanged (a small letter), or not to be in the worktree. */
  readonly hidden: readonly string[]
  readonly changed: ReadonlySet<string>
  /** Not tracked, and not ignored. */
  readonly added: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
}

/** @param text what `git ls-files` prints with a letter before each path */
export function worktreeFiles(text: string): WorktreeFiles {
  const tracked: TreeFile[] = []
  const hidden: string[] = []
  const others: string[] = []
  const touched: string[] = []
  const gone = new Set<string>()
  // Of a thousand files nearly all are tracked and as they were: no expression looks at them.
  for (const entry of text.split('\0')) {
    const letter = entry.charAt(0)
    const tab = entry.indexOf('\t')
    const path = entry.slice(tab < 0 ? 2 : tab + 1)
    if (letter === 'H') tracked.push({ path, mode: entry.slice(2, 8), id: entry.slice(9, entry.indexOf(' ', 9)) })
    else if (letter === '?') others.push(entry.slice(2))
    else if (letter === 'R') gone.add(path)
    else if (letter === 'C' || letter === 'M') touched.push(path)
    else if (letter === 'S' || (letter >= 'a' && letter <= 'z')) hidden.push(path)
  }
  // A repository in the worktree is listed as a folder.
  const added = new Set(others.map((path) => path.replace(/\/$/, '')))
  // Behind a link that has taken the place of their folder.
  const isBehind = (path: string) => [...path.matchAll(/\//g)].some(({ index }) => added.has(path.slice(0, index)))
  const changed = new Set(touched.filter((path) => !gone.has(path) && !isBehind(path)))
  return { tracked, hidden, changed, added, gone }
}

/** The settings or a state, which make a folder named `.ai` one of spell's, whichever folder it is in. */
const record = /^((?:.*\/)?\.ai\/)(?:spell|(?:task|hope|(?:work|discovery|collab\/sessions)\/[^/]+)\/state)\.json$/s

/** How many folders below `.ai/` a state may be in. */
export const depthOfRecords = 3

/** @returns the records of a root, from the top of the worktree */
export const recordsOf = (top: string, root: string): string =>
  `${relative(top, join(root, '.ai')).split(sep).join('/')}/`

/** @returns whether a path is a record of spell: in a folder that has settings or a state */
export function recordsAmong(paths: readonly string[]): (path: string) => boolean {
  const folders = new Set([''])
  // Of a thousand paths nearly all are elsewhere.
  for (const path of paths) if (path.includes('.ai/')) folders.add(record.exec(path)?.[1] ?? '')
  return (path) => {
    for (let at = path.indexOf('.ai/'); at >= 0; at = path.indexOf('.ai/', at + 1))
      if (folders.has(path.slice(0, at + 4))) return true
    return false
  }
}

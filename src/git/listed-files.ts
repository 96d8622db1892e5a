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
export interface WorktreeFiles {
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
  const entries = text.split('\0').flatMap((entry) => {
    const [, letter = '', rest = ''] = /^(\S) (.*)$/s.exec(entry) ?? []
    return letter ? [{ letter, rest, path: rest.slice(rest.indexOf('\t') + 1) }] : []
  })
  const pathsWith = (letters: string) =>
    entries.filter(({ letter }) => letters.includes(letter)).map(({ path }) => path)
  // A repository in the worktree is listed as a folder.
  const others = entries.filter(({ letter }) => letter === '?').map(({ rest }) => rest.replace(/\/$/, ''))
  const added = new Set(others)
  const gone = new Set(pathsWith('R'))
  // Behind a link that has taken the place of their folder.
  const isBehind = (path: string) => foldersOf(path).some((folder) => added.has(folder))
  const changed = new Set(pathsWith('CM').filter((path) => !gone.has(path) && !isBehind(path)))
  const tracked = entries.filter(({ letter }) => letter === 'H').flatMap(({ rest }) => listed(rest))
  const hidden = entries.filter(({ letter }) => /[a-zS]/.test(letter)).map(({ path }) => path)
  return { tracked, hidden, changed, added, gone }
}

const foldersOf = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))

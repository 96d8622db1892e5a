import { type Dirent, readdirSync } from 'node:fs'
import { codeOf } from './disk-failure'
import { joinPosix } from './local'
import { readSeen, readText } from './read'

/** What has a name. Where a listing does not tell, as of a name in another case, only a look at it does: `unknown`. */
export type EntryKind = 'file' | 'link' | 'other' | 'unknown'

/** Folders as they were at one moment: each is listed once, which costs less than a look for each file. */
export interface Listing {
  /** @returns what is at a path relative to the root; undefined if nothing is */
  readonly kindOf: (path: string) => EntryKind | undefined
  /** @returns the names in a folder; undefined without one. Throws what the file system throws */
  readonly namesIn: (folder: string) => readonly string[] | undefined
  /** @returns the paths that were no links, in the folders that were asked about */
  readonly plain: () => readonly string[]
}

/** @returns a listing of the folders that it is asked about, at the first question about each */
export function listingOf(root: string): Listing {
  const folders = new Map<string, Folder>()
  const listed = (folder: string): Folder => {
    const found = folders.get(folder) ?? list(joinPosix(root, folder))
    folders.set(folder, found)
    return found
  }
  return {
    kindOf(path) {
      const at = path.lastIndexOf('/')
      return listed(path.slice(0, Math.max(at, 0))).kindOf(path.slice(at + 1))
    },
    namesIn: (folder) => listed(folder).names(),
    plain: () => [...folders].flatMap(([folder, { plain }]) => plain.map((name) => `${folder}/${name}`)),
  }
}

/** @returns the text of a file without its byte order mark; undefined without it. Throws Failure if it cannot be read */
export function readListed(root: string, listing: Listing, path: string): string | undefined {
  const kind = listing.kindOf(path)
  if (kind === undefined) return undefined
  return kind === 'file' ? readSeen(root, path) : readText(root, path)
}

interface Folder {
  readonly kindOf: (name: string) => EntryKind | undefined
  readonly names: () => readonly string[] | undefined
  readonly plain: readonly string[]
}

function list(full: string): Folder {
  try {
    const entries = readdirSync(full, { withFileTypes: true })
    const kinds = new Map(entries.map((entry) => [entry.name, kindOf(entry)]))
    const inAnyCase = new Set(entries.map(({ name }) => name.toLowerCase()))
    return {
      kindOf: (name) => kinds.get(name) ?? (inAnyCase.has(name.toLowerCase()) ? 'unknown' : undefined),
      names: () => [...kinds.keys()],
      plain: entries.flatMap((entry) => (entry.isSymbolicLink() ? [] : [entry.name])),
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kindOf: () => undefined, names: () => undefined, plain: [] }
    return {
      kindOf: () => 'unknown',
      names() {
        throw error
      },
      plain: [],
    }
  }
}

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return 'file'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

import { hash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

const maxFiles = 64
const maxMegabytes = 16

/** Files, and parts of them, that a command is bound to, each with the SHA-256 of its content. */
export interface BoundFiles {
  /** Binds a file, wherever it is; of a link what it leads to. What is no file is left out. */
  readonly add: (path: string) => void
  /** The same if the path, or where it leads, is in the repository. */
  readonly addInside: (path: string) => void
  /** Binds a part of a file. */
  readonly addPart: (path: string, part: string, text: string) => void
  /** @returns what a part of a file is called */
  readonly nameOfPart: (path: string, part: string) => string
  /** @returns in the order of the names, `package.json (scripts.test)` and `smoke.sh → /opt/smoke.sh` among them */
  readonly digests: () => Readonly<Record<string, string>>
  /** @returns the files in the repository, relative to the root */
  readonly inside: () => readonly string[]
  /** @returns what of it is more than can be bound, as a clause; undefined if nothing is */
  readonly excess: () => string | undefined
}

/** @param root absolute */
export function boundFilesIn(root: string): BoundFiles {
  const found = new Map<string, string>()
  const files = new Set<string>()
  const inside = new Set<string>()
  let bytes = 0
  const isTooMuch = () => files.size > maxFiles || bytes > maxMegabytes * 1024 * 1024
  const add = (path: string, file: FileFound | undefined) => {
    if (!file || found.has(file.name) || isTooMuch()) return
    files.add(file.name)
    if (file.isInside) inside.add(nameIn(root, path))
    bytes += file.size
    if (!isTooMuch()) found.set(file.name, digestAt(path))
  }
  const nameOfPart = (path: string, part: string) => `${nameIn(root, path)} (${part})`
  return {
    nameOfPart,
    add: (path) => add(path, fileAt(root, path)),
    addInside(path) {
      const file = fileAt(root, path)
      if (file?.isInside) add(path, file)
    },
    addPart(path, part, text) {
      files.add(nameIn(root, path))
      found.set(nameOfPart(path, part), hash('sha256', text))
    },
    digests: () => Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1))),
    inside: () => [...inside].sort(),
    excess() {
      if (files.size > maxFiles) return `more than ${maxFiles} files`
      return isTooMuch() ? `more than ${maxMegabytes} MB` : undefined
    },
  }
}

interface FileFound {
  /** From the root; of a link with where it leads. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly isInside: boolean
}

function fileAt(root: string, path: string): FileFound | undefined {
  try {
    const stat = statSync(path)
    if (!stat.isFile()) return undefined
    const { size } = stat
    const real = realpathSync(path)
    const [name, realName] = [nameIn(root, path), nameIn(realpathSync(root), real)]
    if (realName === name || (!isInside(name) && isInside(realName)))
      return { name: realName, size, isInside: isInside(realName) }
    return { name: `${name} → ${isInside(realName) ? realName : real}`, size, isInside: isInside(name) }
  } catch {
    // No such file, or a text that can be no path.
    return undefined
  }
}

const nameIn = (root: string, path: string): string => relative(root, path).split(sep).join('/')
const isInside = (name: string): boolean => name !== '' && !/^\.\.(?:\/|$)/.test(name) && !isAbsolute(name)

function digestAt(path: string): string {
  try {
    return hash('sha256', readFileSync(path))
  } catch {
    return 'unreadable'
  }
}

/** No system takes a longer one. */
const maxPathLength = 4096

/**
 * @param word of a command line
 * @param folder absolute; where it runs
 * @returns the paths that the word may name: as a whole, after `=`, `@` or a short option, and before the name of a test or a line
 */
export function pathsIn(word: string, folder: string): string[] {
  const values = [...word.matchAll(/=/g)].map(({ index }) => word.slice(index + 1))
  const parts = [word, ...values].filter(({ length }) => length <= maxPathLength)
  const names = parts.flatMap((part) => [
    part,
    part.replace(/^(?:@|-\w)/, ''),
    part.replace(/::.*$/s, ''),
    part.replace(/(?::\d+)+$/, ''),
  ])
  return [...new Set(names)].filter((name) => name !== '').map((name) => resolve(folder, name))
}

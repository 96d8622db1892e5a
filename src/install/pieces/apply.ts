import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { removeEmpty } from '../../disk/tidy'
import { attemptOr } from '../../text/failure'
import { partOf, placeOf } from './look'
import type { Planned } from './planned'
import type { Filed } from './record'

/** A set of file changes that is made completely, or reverted. */
interface Changes {
  /**
   * Applies plans one file at a time, after writing everything that needs disk space. A reader sees each file before or
   * after its change; after a crash the same plans can be applied again.
   *
   * @returns what to record about the files, with the folders that were created for them
   */
  readonly make: (files: readonly Planned[]) => Filed[]
  /** Reverts all changes, the last one first. @returns whether that worked */
  readonly takeBack: () => boolean
}

export function changesIn(root: string): Changes {
  const undo: (() => void)[] = []
  return {
    make(files) {
      const ready = files.map((file) => ({ ...onDisk('write', file.path, () => prepare(root, file, undo)), file }))
      for (const { file, take } of ready) onDisk('write', file.path, take)
      return ready.flatMap(({ filed }) => filed ?? [])
    },
    takeBack: () => undo.reverse().filter((back) => !works(back)).length === 0,
  }
}

/** A prepared change to one file, with its new text on the disk. */
interface Ready {
  readonly take: () => void
  readonly filed: Filed | undefined
}

function prepare(root: string, planned: Planned, undo: (() => void)[]): Ready {
  const { path, before, after, filed, chain, back, stray } = planned
  if (stray) disk.remove(placeOf(root, stray))
  const full = placeOf(root, path)
  const isWritten = after !== undefined && after !== before
  const missing = isWritten ? missingFolders(root, dirname(full)) : []
  if (missing.length > 0) undo.push(() => removeEmpty(root, missing))
  const put = isWritten ? stage(full, planned, undo) : undefined
  const folders = [...new Set([...missing, ...(filed?.folders ?? [])])]

  const move = (from: string, to: string) => {
    disk.move(from, to)
    undo.push(() => disk.move(to, from))
  }
  return {
    filed: filed && { ...filed, ...(folders.length > 0 && { folders }) },
    take() {
      const mode = before === undefined ? undefined : statSync(full).mode
      if (chain) move(full, placeOf(root, chain))
      if (put) {
        put()
        undo.push(() => (before === undefined ? disk.remove(full) : rewrite(full, before, mode)))
      }
      if (after === undefined && before !== undefined) {
        disk.remove(full)
        undo.push(() => rewrite(full, before, mode))
      }
      if (back) move(placeOf(root, back), full)
    },
  }
}

/** Writes a new text beside its file, which keeps its permissions and its link; the function renames it into place. */
function stage(full: string, { chain, after = '', executable }: Planned, undo: (() => void)[]): () => void {
  const old = chain ? undefined : statSync(full, { throwIfNoEntry: false })
  const target = old ? realpathSync(full) : full
  const part = partOf(target)
  disk.makeFolder(dirname(target))
  removePart()
  undo.push(removePart)
  disk.write(part, after, executable ? 0o777 : 0o666)
  if (old) disk.chmod(part, executable ? (old.mode & 0o777) | 0o111 : old.mode & 0o777)
  return () => disk.replace(part, target)

  function removePart(): void {
    if (existsSync(part)) disk.remove(part)
  }
}

function rewrite(full: string, text: string, mode = 0o666): void {
  const put = stage(full, { path: full, before: undefined, after: text, kept: [] }, [])
  put()
  disk.chmod(full, mode & 0o777)
}

function missingFolders(root: string, folder: string): string[] {
  const missing: string[] = []
  for (let above = folder; above !== root && !existsSync(above) && above !== dirname(above); above = dirname(above)) {
    missing.push(relative(root, above).split(sep).join('/'))
  }
  return missing
}

/** The folders that were created for a file and lead to it, relative to the root. */
export const foldersOf = (root: string, { path, folders = [] }: Filed): string[] =>
  folders.filter((folder) => placeOf(root, path).startsWith(placeOf(root, folder) + sep) && !isAbsolute(folder))

const works = (act: () => void): boolean =>
  attemptOr(false, () => {
    act()
    return true
  })

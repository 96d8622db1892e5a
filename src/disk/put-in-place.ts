import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromJson } from '../text/json'
import { disk } from './disk'
import { diskFailure, onDisk } from './disk-failure'
import { refuseLinks } from './links'
import { settlingFolder as folder, joinPosix, settlingPath as markPath } from './local'
import { isThere, readText } from './read'
import { removeEmpty } from './tidy'

const prepared = `${folder}/new`
const displaced = `${folder}/old`

export interface Placement<Note> {
  readonly puts: readonly { readonly path: string; readonly bytes: Buffer; readonly isProgram?: boolean }[]
  readonly removes: readonly string[]
  /** What is to be done afterwards; kept as JSON. */
  readonly note: Note
}

/**
 * Prepares a change of files, so that nothing but renames is left. It takes effect when its mark is written; if that
 * fails, everything is as before. Needs the lock.
 */
export function prepare<Note>(root: string, { puts, removes, note }: Placement<Note>): void {
  refuseLinks(root, [markPath, `${prepared}/0`, `${displaced}/0`, ...removes, ...puts.map(({ path }) => path)])
  clear(root)
  const part = joinPosix(root, `${markPath}.part`)
  try {
    disk.makeFolder(joinPosix(root, prepared))
    disk.makeFolder(joinPosix(root, displaced))
    for (const [index, { bytes, isProgram }] of puts.entries())
      disk.write(joinPosix(root, `${prepared}/${index}`), bytes, isProgram ? 0o777 : 0o666)
    disk.sync(joinPosix(root, prepared))
    disk.write(part, JSON.stringify({ puts: puts.map(({ path }) => path), removes, note }))
    disk.replace(part, joinPosix(root, markPath))
    disk.sync(joinPosix(root, folder))
  } catch (error) {
    clear(root)
    throw diskFailure('write', folder, error)
  }
}

/** Carries out what was prepared, and returns its note; each part can be repeated. Needs the lock. */
export function place<Note>(root: string): Note {
  const { puts, removes, note } = fromJson(readText(root, markPath) ?? '') as {
    puts: readonly string[]
    removes: readonly string[]
    note: Note
  }
  refuseLinks(root, [...removes, ...puts])
  onDisk('move', folder, () => {
    for (const [index, path] of removes.entries()) {
      const old = joinPosix(root, `${displaced}/${index}`)
      // What has come there since is not ours.
      if (!existsSync(old) && isThere(root, path)) disk.move(joinPosix(root, path), old)
    }
    removeEmpty(root, foldersOf(removes))
    for (const [index, path] of puts.entries()) {
      const [from, to] = [joinPosix(root, `${prepared}/${index}`), joinPosix(root, path)]
      if (!existsSync(from)) continue
      disk.makeFolder(dirname(to))
      disk.replace(from, to)
    }
    for (const path of new Set(puts.map((put) => dirname(put)))) disk.sync(joinPosix(root, path))
  })
  return note
}

/** Says that everything is done. Needs the lock. @throws Failure if it cannot write */
export const placed = (root: string): void => onDisk('write', markPath, () => clear(root))

/** The mark goes first. */
function clear(root: string): void {
  for (const path of [markPath, `${markPath}.part`]) if (isThere(root, path)) disk.remove(joinPosix(root, path))
  for (const path of [prepared, displaced]) {
    const full = joinPosix(root, path)
    for (const name of existsSync(full) ? readdirSync(full) : []) disk.remove(joinPosix(root, `${path}/${name}`))
  }
  removeEmpty(root, [prepared, displaced, folder])
}

/** The folders of files below `.ai/`, the innermost first. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > '.ai/'.length; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end))
  return [...folders].sort((one, other) => other.length - one.length)
}

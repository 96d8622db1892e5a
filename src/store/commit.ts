import {
  appendFileSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { diskFailure } from './disk-failure'

/** One change to disk, as data. Paths are relative to the root, with `/`. */
export type Change =
  /** A new file; one that is there makes it fail. */
  | { readonly do: 'create'; readonly path: string; readonly text: string }
  /** A file or a folder gets a new place, which must be free. */
  | { readonly do: 'move'; readonly from: string; readonly to: string }
  /** A file of ours is replaced whole. */
  | { readonly do: 'replace'; readonly path: string; readonly text: string }
  /** A file of ours gets a line more. */
  | { readonly do: 'append'; readonly path: string; readonly line: string }

/**
 * Makes changes to disk, in their order. Everything that `spell` changes under a root goes through here.
 *
 * @param root absolute
 * @throws Failure at the first change that fails, with its path; the ones before it stay
 */
export function commit(root: string, changes: readonly Change[]): void {
  for (const change of changes) {
    const path = change.do === 'move' ? change.to : change.path
    try {
      makeFolder(dirname(join(root, path)))
      make(root, change)
    } catch (error) {
      throw diskFailure(change.do === 'move' ? 'move' : 'write', change.do === 'move' ? change.from : path, error)
    }
  }
}

function make(root: string, change: Change): void {
  const full = (path: string) => join(root, path)
  if (change.do === 'create') writeFileSync(full(change.path), change.text, { flag: 'wx' })
  else if (change.do === 'move') move(full(change.from), full(change.to))
  else if (change.do === 'append') appendFileSync(full(change.path), `${change.line}\n`)
  else replace(full(change.path), change.text)
}

function makeFolder(full: string): void {
  try {
    mkdirSync(full, { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Of a read-only disk Node says "no such file"; asked for one folder at a time it tells the truth.
    makeFolder(dirname(full))
    mkdirSync(full)
  }
}

/** Renaming onto a file would replace it. */
function move(from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false })) throw Object.assign(new Error(), { code: 'EEXIST' })
  renameSync(from, to)
}

/** A reader sees the old text or the new one, never a part: the new one is complete on disk before it gets the name. */
function replace(full: string, text: string): void {
  const next = `${full}.${process.pid}.tmp`
  try {
    const descriptor = openSync(next, 'w')
    try {
      writeFileSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(next, full)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { freePath } from '../../disk/free-path'
import { asidePath, joinPosix } from '../../disk/local'
import type { Workflow } from '../../workflow/flow'
import { type HistoryLine, historyPath, isArchiving, printLine } from '../history/history-line'
import { readTail, type Tail, tailNow } from '../history/tail'
import { linesAfter } from './relation'
import { changesOf, type Remaining, remainingOf } from './unfinished'

/** What takes changes back, the last one first. */
export type Reverts = (() => void)[]

/**
 * Completes a step: its files, then the entries that the history lacks. Can be repeated after a crash at any point.
 *
 * @param lines those of state.json; the last one is the step's
 * @param done receives a function that reverts each change, in order
 * @param own of the step that this process has just committed, none of whose files is in place: the end of the history
 *   as it was read before
 * @throws Failure at the first change that fails
 */
export function complete(
  root: string,
  workflow: Workflow,
  lines: readonly HistoryLine[],
  done: Reverts = [],
  own?: { readonly tail: Tail | undefined },
): void {
  const path = historyPath(workflow)
  const tail = own ? tailNow(root, path, own.tail) : readTail(root, path)
  // A step whose entry is in the history is complete, whatever happened to its files since.
  const missing = linesAfter(tail, lines) ?? []
  const newest = missing.at(-1)
  const changes = newest ? (own ? changesOf(workflow, newest) : remainingOf(root, workflow, newest)) : []
  for (const change of changes) make(root, workflow, change, done)
  append(root, path, tail, missing, done)
  const last = lines.at(-1)
  if (last && isArchiving(last) && last.archive) archive(root, workflow.folder, last.archive, done)
}

export function completeFiles(root: string, workflow: Workflow, line: HistoryLine): void {
  for (const change of remainingOf(root, workflow, line)) make(root, workflow, change, [])
}

/** Moves the whole folder at once, with everything that the user has put into it. */
function archive(root: string, folder: string, place: string, done: Reverts): void {
  const [from, to] = [joinPosix(root, folder), joinPosix(root, place)]
  onDisk('move', folder, () => {
    disk.makeFolder(dirname(to))
    disk.move(from, to)
    done.push(() => disk.move(to, from))
    disk.sync(dirname(to))
    disk.sync(dirname(from))
  })
}

function make(root: string, { folder }: Workflow, change: Remaining, done: Reverts): void {
  const from = joinPosix(root, change.do === 'create' ? change.content : change.from)
  const to = joinPosix(root, change.do === 'create' ? change.path : change.to)
  const [act, path] = change.do === 'create' ? ['write', change.path] : ['move', change.from]
  onDisk(act, path, () => {
    // The state is in the folder of the work.
    if (dirname(to) !== joinPosix(root, folder) && !existsSync(dirname(to))) {
      disk.makeFolder(dirname(to))
      done.push(() => disk.removeFolder(dirname(to)))
    }
    if (change.do === 'move') {
      disk.move(from, to)
      done.push(() => disk.move(to, from))
    } else {
      disk.linkOrCopy(from, to, `${from}.part`)
      done.push(() => disk.remove(to))
    }
  })
}

/** Appends the entries that the history lacks, and completes a truncated one. */
function append(
  root: string,
  path: string,
  tail: Tail | undefined,
  missing: readonly HistoryLine[],
  done: Reverts,
): void {
  const full = joinPosix(root, path)
  const fragment = tail?.fragment ?? ''
  if (missing.length === 0 && fragment === '') return
  const text = missing.map((line) => `${printLine(line)}\n`).join('')
  const begun = Buffer.from(text).toString('latin1').startsWith(fragment)
  onDisk('write', path, () => {
    if (!begun) setAside(root, full, (tail?.size ?? 0) - fragment.length, fragment)
    const size = begun ? (tail?.size ?? 0) : (tail?.size ?? 0) - fragment.length
    if (tail?.isPadded) disk.truncate(full, size)
    done.push(() => (tail ? disk.truncate(full, size) : existsSync(full) && disk.remove(full)))
    disk.append(full, Buffer.from(text).subarray(begun ? fragment.length : 0))
  })
}

/** Saves an unknown fragment of an entry elsewhere before it is cut off. */
function setAside(root: string, full: string, size: number, fragment: string): void {
  disk.makeFolder(joinPosix(root, asidePath))
  // A free name: the existing file may be another fragment, or half of this one.
  const kept = freePath(root, `${asidePath}/history-fragment-${size}`)
  disk.writeUnsynced(joinPosix(root, kept), Buffer.from(fragment, 'latin1'))
  disk.truncate(full, size)
}

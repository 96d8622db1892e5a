import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { digestOfFile, hasDigest } from '../../disk/digest'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { firstFree, freePath } from '../../disk/free-path'
import { removeLeftovers } from '../../disk/leftovers'
import { refuseLinks } from '../../disk/links'
import { backupPath, contentPath, joinPosix, nextState } from '../../disk/local'
import { isThere } from '../../disk/read'
import { stampOf, timestampOf } from '../../disk/stamp'
import type { Workflow } from '../../workflow/flow'
import { chainedEntry, isIntact, rechained } from '../history/entry-digest'
import {
  archiveFolder,
  type Edited,
  type HistoryLine,
  historyPath,
  isArchiving,
  type Moved,
  printLine,
  statePath,
  transitionToday,
} from '../history/history-line'
import { readTail } from '../history/tail'
import { comeBack } from './archive'
import { keptFiles } from './archived-files'
import { backupsOf, keepContext } from './backup'
import { replaceState, type WorkAsRead } from './commit'
import { changedByHand, isContextIntact, newestLines, provenanceOf, remembersIn } from './context-digest'
import { complete, completeFiles } from './finish'
import { isRelabelled, linesAfter, refuseOlder } from './relation'
import type { State } from './state'
import { printState } from './state-document'
import { remainingOf } from './unfinished'

/** What was found, and is in the history now. */
export interface Settled {
  readonly isAsRead: boolean
  readonly byHand: boolean
  /** Files of an interrupted step that were edited before it was completed. */
  readonly edited: readonly Edited[]
}

/** How to record a state that the history does not lead to. */
export interface Adoption {
  readonly note: string
  /** Whether to accept it even if the workflow depends on its context: a repair has found it. */
  readonly isFound?: boolean
}

const byHandNote: Adoption = { note: 'The state was changed by hand.' }

/**
 * Reconciles state and history: completes an interrupted step, and records a manual edit of state.json, so that the
 * history has no gap. Needs the lock.
 *
 * @throws Failure if it cannot write; `state-older` (unreadable); `state-by-hand`, `context-by-hand` (unreadable) if
 *   the workflow depends on its context and that is not the one of the last entry
 */
export async function settle(work: WorkAsRead, now: Date, adoption = byHandNote): Promise<Settled> {
  const { root, flow: workflow, saved } = work
  const stopped = saved.archiving ?? saved
  const last = stopped.history.at(-1)
  const isStopped = last && (saved.archiving || saved.unlogged.length > 0) && isIntact(last)
  const line = isStopped ? asFound(root, workflow, last) : last
  const isAnother = last && line && line !== last
  const history = isAnother ? [...stopped.history.slice(0, -1), line] : stopped.history
  const settled = { isAsRead: false, byHand: false, edited: (isAnother && line.edited) || [] }
  if (saved.archiving) {
    refuseLinks(root, [workflow.folder, historyPath(workflow), line?.archive ?? ''])
    if (isAnother) rewrite(root, workflow, { ...stopped, history }, last)
    complete(root, workflow, history)
    return settled
  }
  if (saved.isNext) {
    const { comesFrom: place } = saved
    const aside = freePath(root, `${archiveFolder(workflow)}/undone-${stampOf(now)}`)
    refuseLinks(root, [workflow.folder, nextState(workflow), historyPath(workflow), aside, ...(place ? [place] : [])])
    onDisk('move', place ?? workflow.folder, () => comeBack(root, workflow, history, { place, aside }))
    removeLeftovers(root, workflow)
    return settled
  }
  refuseOlder(statePath(workflow), saved)
  const failure = adoption.isFound ? undefined : changedByHand(root, workflow, saved)
  if (failure) throw failure
  const isEdited = !isContextIntact(root, workflow, saved)
  const byHand = saved.byHand || isEdited
  if (byHand) {
    if (isStopped && line) {
      refuseLinks(root, pathsIn(line))
      completeFiles(root, workflow, line)
    }
    const lines = adopted({ ...work, saved: { ...saved, history } }, now, adoption.note, isEdited)
    replaceState(work, { ...saved, history: lines })
    // An undo must not restore a context that no step has left.
    const copy = joinPosix(root, backupPath(backupsOf(root, workflow), saved.history.at(-1)?.number ?? 0))
    if (isEdited && existsSync(copy)) disk.remove(copy)
  } else if (saved.unlogged.length > 0 || saved.tail?.fragment) {
    refuseLinks(root, [historyPath(workflow), ...pathsIn(line)])
    if (isAnother) rewrite(root, workflow, { ...saved, history }, last)
    complete(root, workflow, history)
  } else return { ...settled, isAsRead: true }
  return { ...settled, byHand }
}

/** Replaces the last entry of the state, as long as its step is not complete: what that creates still lies in `next/`. */
function rewrite(root: string, workflow: Workflow, state: State, before: HistoryLine): void {
  const [path, next] = [statePath(workflow), nextState(workflow)]
  const backups = backupsOf(root, workflow, state.history)
  const text = printState(state, workflow)
  refuseLinks(root, [path, next, backups])
  onDisk('write', path, () => {
    const full = joinPosix(root, next)
    disk.makeFolder(dirname(full))
    if (existsSync(full)) disk.remove(full)
    disk.write(full, text)
    const { number = 0 } = state.history.at(-1) ?? {}
    if (remembersIn(workflow, state.context)) keepContext(root, backupPath(backups, number), text)
    dropLast(root, workflow, before)
    disk.replace(full, joinPosix(root, path))
    disk.sync(joinPosix(root, workflow.folder))
  })
}

/** An archive has its entry in the history before its folder moves. */
function dropLast(root: string, workflow: Workflow, line: HistoryLine): void {
  const path = historyPath(workflow)
  const tail = readTail(root, path)
  if (!tail || tail.digest !== line.digest) return
  disk.truncate(joinPosix(root, path), tail.size - tail.fragment.length - Buffer.byteLength(printLine(line)) - 1)
}

const pathsIn = (line: HistoryLine | undefined): string[] => [
  ...(line?.created ?? []).map(({ path }) => path),
  ...(line?.moved ?? []).flatMap(({ from, to }) => [from, to]),
]

/** The entries of the history, those that only state.json has, and a repair entry that leads to the current state. */
function adopted({ root, flow, saved }: WorkAsRead, now: Date, note: string, isEdited: boolean): HistoryLine[] {
  const missing = linesAfter(saved.tail, saved.history)
  const lines = missing
    ? saved.history.slice(0, saved.history.length - missing.length)
    : newestLines(root, historyPath(flow))
  for (const line of missing ?? saved.history.filter(({ digest }) => digest === undefined)) {
    const { number: _, previous, digest, ...said } = line
    lines.push(digest && previous === lines.at(-1)?.digest ? line : chainedEntry(said, lines.at(-1)))
  }
  const last = lines.at(-1)
  const from = last ? transitionToday(flow.definition, last).to : flow.definition.initial
  const other = missing ? undefined : saved.history.at(-1)?.digest
  if (from === saved.current && missing && !isEdited && !isRelabelled(saved)) return lines
  const line = {
    timestamp: timestampOf(now),
    transition: `${from} → ${saved.current}`,
    trigger: 'Doctor',
    row: 'adopted',
    note,
    // From here on the context cannot be derived from the steps.
    ...(flow.memory.rebuild && { about: { remembered: saved.context } }),
    ...(other && { other }),
    ...provenanceOf(flow, saved.context),
  }
  return [...lines, chainedEntry(line, last)]
}

/**
 * Examines the files of an interrupted step before it is completed: the user may have edited them meanwhile.
 *
 * @param line the last entry of the state, that of the step
 * @returns the entry itself, or a replacement that describes the files as they are now. A file of the user that has the
 *   path of an artifact is renamed
 */
function asFound(root: string, workflow: Workflow, line: HistoryLine): HistoryLine {
  const isKept = keptFiles(workflow)
  // Files of an archive are moved with their folder.
  const remaining = isArchiving(line) ? undefined : remainingOf(root, workflow, line)
  const isWaiting = ({ from, to }: Moved) =>
    !remaining || remaining.some((change) => change.do === 'move' && change.from === from && change.to === to)
  const place = isArchiving(line) && line.archive ? { archive: placeFor(root, line.archive) } : {}
  const isElsewhere = place.archive !== undefined && place.archive !== line.archive
  const moved = isElsewhere ? movedTo(place.archive ?? '', line) : (line.moved ?? [])
  const edited: Edited[] = []
  const room: Moved[] = []
  const compare = (path: string, digest: string, at = path) => {
    if (hasDigest(root, at, digest)) return
    const now = digestOfFile(root, at)
    edited.push({ path, ...(now && { digest: now }) })
  }

  for (const move of moved) {
    const { from, to, digest } = move
    if (digest !== undefined && isKept(to)) compare(to, digest, isWaiting(move) ? from : to)
  }
  for (const { path, digest } of workflow.files.areFixed ? (line.created ?? []) : []) {
    if (remaining?.some((change) => change.do === 'create' && change.path === path)) continue
    const isHandedIn = hasDigest(root, path, digest)
    if (!isHandedIn && isThere(root, path) && hasDigest(root, contentPath(workflow, digest), digest)) {
      const now = digestOfFile(root, path)
      const to = roomFor(path, (name) => !isThere(root, name) && moved.every((move) => move.to !== name))
      room.push({ from: path, to, ...(now && { digest: now }) })
    } else compare(path, digest)
  }
  const isSame = JSON.stringify(edited) === JSON.stringify(line.edited ?? [])
  if (isSame && room.length === 0 && !isElsewhere) return line
  const { edited: _, ...said } = line
  return rechained({
    ...said,
    ...place,
    ...(moved.length + room.length > 0 && { moved: [...moved, ...room] }),
    ...(edited.length > 0 && { edited }),
  })
}

/** @returns a free path for an archive, with the id of its work at the end: the planned one, unless it is taken */
const placeFor = (root: string, archive: string): string =>
  firstFree(
    (number) => (number === 1 ? archive : archive.replace(/(-[0-9a-f]{8})?$/, `-${number}$1`)),
    (place) => !isThere(root, place),
  )

const movedTo = (place: string, { archive = '', moved = [] }: HistoryLine): Moved[] =>
  moved.map((move) => ({ ...move, to: `${place}${move.to.slice(archive.length)}` }))

/** @returns the first of `name.by-hand.md`, `name.by-hand-2.md`, … that is free */
const roomFor = (path: string, isFree: (to: string) => boolean): string =>
  firstFree((number) => path.replace(/(\.\w+)?$/, `.by-hand${number > 1 ? `-${number}` : ''}$1`), isFree)

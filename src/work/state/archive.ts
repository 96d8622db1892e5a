import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from '../../disk/disk'
import { diskFailure, onDisk } from '../../disk/disk-failure'
import { removeLeftovers } from '../../disk/leftovers'
import { refuseLinks } from '../../disk/links'
import { backupsPath, joinPosix, nextPath, nextState } from '../../disk/local'
import { foldersIn, isFolder, namesIn, readText } from '../../disk/read'
import { timestampOf } from '../../disk/stamp'
import { exit, Failure, ifPossible } from '../../text/failure'
import type { Workflow } from '../../workflow/flow'
import { chainedEntry } from '../history/entry-digest'
import { archiveFolder, type HistoryLine, isArchiving, isWorkId, statePath } from '../history/history-line'
import { readTail } from '../history/tail'
import { halfDone, type LineSource, takeBack } from './commit'
import { provenanceOf } from './context-digest'
import { complete, type Reverts } from './finish'
import type { State } from './state'
import { parseState, printState } from './state-document'

/** A piece of work that was archived in this working copy. */
export interface ArchivedWork {
  readonly place: string
  /** Its final state; the last entry archived it. */
  readonly state: State
  readonly line: HistoryLine
}

/**
 * @returns the piece of work that was archived last in this working copy, if any
 * @throws Failure `cannot-undo` (notPossible) if its state or its history has changed since
 */
export function lastArchived(root: string, workflow: Workflow): ArchivedWork | undefined {
  const ids = foldersIn(root, backupsPath(workflow)).filter(isWorkId)
  const found = namesIn(root, archiveFolder(workflow))
    .filter((name) => ids.includes(name.slice(-8)))
    .map((name) => `${archiveFolder(workflow)}/${name}`)
    .map((place) => {
      const state = ifPossible(() => parseState(readText(root, `${place}/state.json`) ?? '', workflow))
      return { place, state }
    })
    // Those that a step has archived, as far as that can be read; an ended session is archived otherwise.
    .filter(({ state }) => !state || state.history.some(isArchiving))
  const works = found.flatMap(({ place, state }) => (state && unchangedAt(root, place, state)) ?? [])
  const [last] = works.sort((one, other) => (one.line.timestamp < other.line.timestamp ? 1 : -1))
  const [first] = found
  if (last || !first) return last
  const message = `${first.place} cannot come back: its state or its history was changed since.`
  throw new Failure(exit.notPossible, 'cannot-undo', message, `git log -- ${first.place}`)
}

function unchangedAt(root: string, place: string, state: State): ArchivedWork | undefined {
  const line = state.history.at(-1)
  if (!line || !isArchiving(line) || line.archive !== place) return undefined
  const tail = readTail(root, `${place}/history.jsonl`)
  return tail?.digest === line.digest && tail?.fragment === '' ? { place, state, line } : undefined
}

/** Makes the folder of its backups, by which this working copy recognises the work once it is archived. */
export function rememberWork(root: string, workflow: Workflow, id: string): void {
  refuseLinks(root, [`${backupsPath(workflow)}/${id}`])
  onDisk('write', backupsPath(workflow), () => disk.makeFolder(joinPosix(root, `${backupsPath(workflow)}/${id}`)))
}

/** Removes the backups of works that were archived earlier: no undo reaches them. Throws Failure if it cannot write. */
export function forgetOthers(root: string, workflow: Workflow, id: string): void {
  refuseLinks(root, [`${backupsPath(workflow)}/${id}`])
  const archived = namesIn(root, archiveFolder(workflow)).map((name) => name.slice(-8))
  for (const other of foldersIn(root, backupsPath(workflow))) {
    const path = `${backupsPath(workflow)}/${other}`
    if (other === id || !archived.includes(other)) continue
    onDisk('write', path, () => {
      for (const name of namesIn(root, path)) disk.remove(joinPosix(root, `${path}/${name}`))
      disk.removeFolder(joinPosix(root, path))
    })
  }
}

/**
 * Restores an archive as the current work, whose folder has to be moved first. It takes effect as soon as its new state,
 * with the entry of the undo, is completely written in `next/`; if that fails, everything is as before. Needs the lock.
 *
 * @param aside where the current work's folder is moved
 * @returns whether it was moved there
 */
export async function bringBack(
  root: string,
  workflow: Workflow,
  { place, state, line }: ArchivedWork,
  aside: string,
  { now, head, passed }: LineSource,
): Promise<boolean> {
  const { folder } = workflow
  const commitId = head()
  const said = {
    timestamp: timestampOf(now),
    transition: `${state.current} → ${state.current}`,
    trigger: 'Undo',
    ...passed,
    row: 'undo',
    ...(line.digest && { undoes: line.digest }),
    ...(commitId && { head: commitId }),
    ...provenanceOf(workflow, state.context),
  }
  const lines = [...state.history, chainedEntry(said, line)]
  const next = joinPosix(root, nextState(workflow))
  refuseLinks(root, [place, folder, aside, nextState(workflow)])
  const isInUse = isFolder(root, folder) && namesIn(root, folder).length > 0
  const back: Reverts = []
  try {
    removeLeftovers(root, workflow)
    disk.makeFolder(joinPosix(root, nextPath(workflow)))
    back.push(() => existsSync(next) && disk.remove(next))
    disk.write(next, printState({ ...state, history: lines }, workflow))
    disk.sync(dirname(next))
    comeBack(root, workflow, lines, { place, aside }, back)
    removeLeftovers(root, workflow)
  } catch (error) {
    const failure = diskFailure('move', place, error)
    throw takeBack(back) ? failure : halfDone(failure)
  }
  return isInUse
}

/**
 * Completes the restoration of an archive. Can be repeated after a crash at any point. Needs the lock.
 *
 * @param lines of its state; the last one is the entry of the undo
 * @param paths the archive, if it has not been moved yet, and where the current work's folder is moved
 * @param done receives a function that reverts each change, in order
 */
export function comeBack(
  root: string,
  workflow: Workflow,
  lines: readonly HistoryLine[],
  { place, aside }: { readonly place: string | undefined; readonly aside: string },
  done: Reverts = [],
): void {
  const to = joinPosix(root, workflow.folder)
  if (place !== undefined) {
    const [from, other] = [joinPosix(root, place), joinPosix(root, aside)]
    if (existsSync(to) && readdirSync(to).length > 0) {
      disk.move(to, other)
      done.push(() => disk.move(other, to))
    } else if (existsSync(to)) {
      disk.removeFolder(to)
      done.push(() => disk.makeFolder(to))
    }
    disk.move(from, to)
    done.push(() => disk.move(to, from))
    disk.sync(dirname(to))
    disk.sync(dirname(from))
  }
  const [state, next] = [joinPosix(root, statePath(workflow)), joinPosix(root, nextState(workflow))]
  const was = joinPosix(root, `${nextPath(workflow)}/archived.json`)
  if (existsSync(was)) disk.remove(was)
  // The user may have removed it from the archive meanwhile.
  if (existsSync(state)) disk.linkOrCopy(state, was, `${was}.part`)
  disk.replace(next, state)
  done.push(() => disk.replace(was, state))
  complete(root, workflow, lines, done)
}

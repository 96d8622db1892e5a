import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { attempt, exit, Failure } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { removeLeftovers } from '../disk/leftovers'
import { refuseLinks } from '../disk/links'
import { backupsPath, nextPath, nextState } from '../disk/local'
import { foldersIn, isFolder, namesIn, readText } from '../disk/read'
import { timestampOf } from '../disk/stamp'
import { type HistoryLine, isArchiving, isWorkId } from '../history/history-line'
import { statePath } from '../history/paths'
import { seal } from '../history/seal'
import { readTail } from '../history/tail'
import type { LineSource } from './commit'
import { provenanceOf } from './context-seal'
import { complete } from './finish'
import { parseState, printState, type State } from './state'

/** Where finished pieces of work go. */
export const archiveFolder = '.ai/archive'

/** A piece of work that was archived in this copy. */
export interface ArchivedWork {
  readonly place: string
  /** As it was left; the last line is the one that archived it. */
  readonly state: State
  readonly line: HistoryLine
}

/**
 * @returns the piece of work that was archived last in this copy; undefined if none was
 * @throws Failure `cannot-undo` (notPossible) if its state or its history is not the one that was archived
 */
export function lastArchived(root: string, workflow: Workflow): ArchivedWork | undefined {
  const ids = foldersIn(root, backupsPath(workflow)).filter(isWorkId)
  const places = namesIn(root, archiveFolder)
    .filter((name) => ids.includes(name.slice(-8)))
    .map((name) => `${archiveFolder}/${name}`)
  const works = places.flatMap((place) => archivedAt(root, workflow, place) ?? [])
  const [last] = works.sort((one, other) => (one.line.timestamp < other.line.timestamp ? 1 : -1))
  if (last || places.length === 0) return last
  const message = `${places[0]} cannot come back: its state or its history was changed since.`
  throw new Failure(exit.notPossible, 'cannot-undo', message, `git log -- ${places[0]}`)
}

function archivedAt(root: string, workflow: Workflow, place: string): ArchivedWork | undefined {
  const state = attempt(() => parseState(readText(root, `${place}/state.json`) ?? '', workflow))
  const line = state instanceof Failure ? undefined : state.history.at(-1)
  if (state instanceof Failure || !line || !isArchiving(line) || line.archive !== place) return undefined
  const tail = readTail(root, `${place}/history.jsonl`)
  return tail?.digest === line.digest && tail?.fragment === '' ? { place, state, line } : undefined
}

/**
 * Makes sure that this copy knows the work once it is archived: by the folder with its backups. Throws Failure if the disk
 * refuses.
 */
export function rememberWork(root: string, workflow: Workflow, id: string): void {
  const all = joinPosix(root, backupsPath(workflow))
  refuseLinks(root, [`${backupsPath(workflow)}/${id}`])
  onDisk('write', backupsPath(workflow), () => {
    disk.makeFolder(`${all}/${id}`)
    // Those of 0.1.0 lie in no folder of their own.
    for (const name of namesIn(root, backupsPath(workflow)))
      if (name.endsWith('.json')) disk.move(`${all}/${name}`, `${all}/${id}/${name}`)
  })
}

/** Removes the backups of works that were archived before: nothing leads back to them. Throws Failure if the disk refuses */
export function forgetOthers(root: string, workflow: Workflow, id: string): void {
  refuseLinks(root, [`${backupsPath(workflow)}/${id}`])
  const archived = namesIn(root, archiveFolder).map((name) => name.slice(-8))
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
 * Brings an archive back to where work lies. The moment that makes it true: its folder gets its old name. Needs the lock.
 *
 * @param aside where what lies there now goes, whole
 * @returns whether something went there
 * @throws Failure if the disk refuses, and the archive is where it was
 */
export async function bringBack(
  root: string,
  workflow: Workflow,
  { place, state, line }: ArchivedWork,
  aside: string,
  { now, head }: LineSource,
): Promise<boolean> {
  const { folder } = workflow
  const commitId = head()
  const said = {
    timestamp: timestampOf(now),
    transition: `${state.current} → ${state.current}`,
    trigger: 'Undo',
    row: 'undo',
    ...(line.digest && { undoes: line.digest }),
    ...(commitId && { head: commitId }),
    ...(await provenanceOf(workflow, state.context)),
  }
  const lines = [...state.history, await seal(said, line)]
  const [from, to, next] = [joinPosix(root, place), joinPosix(root, folder), joinPosix(root, nextState(workflow))]
  refuseLinks(root, [place, folder, aside, nextState(workflow)])
  const isInUse = isFolder(root, folder) && namesIn(root, folder).length > 0
  onDisk('move', place, () => {
    removeLeftovers(root, workflow)
    disk.makeFolder(joinPosix(root, nextPath(workflow)))
    disk.write(next, printState({ ...state, history: lines }, workflow))
    disk.sync(dirname(next))
    if (isInUse) disk.move(to, joinPosix(root, aside))
    else if (existsSync(to)) disk.removeFolder(to)
    try {
      disk.move(from, to)
    } catch (error) {
      if (isInUse) disk.move(joinPosix(root, aside), to)
      throw error
    }
    disk.sync(dirname(to))
    disk.sync(dirname(from))
    disk.replace(next, joinPosix(root, statePath(workflow)))
  })
  complete(root, workflow, lines)
  removeLeftovers(root, workflow)
  return isInUse
}

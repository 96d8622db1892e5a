import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from '../../disk/disk'
import { backupNumber, backupPath, backupsPath, joinPosix } from '../../disk/local'
import { foldersIn, readText } from '../../disk/read'
import { attempt, Failure, ifPossible } from '../../text/failure'
import type { Workflow } from '../../workflow/flow'
import { effectiveSteps } from '../history/effective-steps'
import { type HistoryLine, statePath } from '../history/history-line'
import { isOfNewerLayout } from '../history/layout'
import { beginningOf, workIdOf } from '../history/work-id'
import type { State } from './state'
import { parseState } from './state-document'

/** How many steps can be undone. */
const maxBackups = 10

/**
 * @returns the folder with the backups of the current work. If neither its history nor the lines of its state identify
 *   the work, and only one work has backups, that one
 */
export function backupsOf(root: string, workflow: Workflow, lines?: readonly HistoryLine[]): string {
  const all = backupsPath(workflow)
  const first = beginningOf(root, workflow, lines)
  const id = first ? workIdOf(first) : undefined
  const [only, ...others] = id === undefined ? foldersIn(root, all) : []
  return `${all}/${id ?? (others.length === 0 ? only : undefined) ?? 'unknown'}`
}

/**
 * @param number of the state's last entry
 * @param folder of its piece of work
 * @returns the state as it was then, maybe one that today's table lacks; undefined if it is not kept, or unreadable
 * @throws Failure `layout-newer` (unreadable)
 */
export function readBackup(
  root: string,
  workflow: Workflow,
  number: number,
  folder = backupsOf(root, workflow),
): State | undefined {
  const text = ifPossible(() => readText(root, backupPath(folder, number)))
  if (text === undefined) return undefined
  const state = attempt(() => parseState(text, workflow, true))
  if (isOfNewerLayout(state)) throw state
  return state instanceof Failure ? undefined : state
}

/** Backs up the current state, and keeps the backups of the last steps; the last is about to be written. */
export function backUp(
  root: string,
  workflow: Workflow,
  ofWork: string,
  names: readonly string[] | undefined,
  backup: string,
  lines: readonly HistoryLine[],
): void {
  const folder = joinPosix(root, ofWork)
  if (!names) disk.makeFolder(folder)
  const number = backupNumber(backup)
  // After an undo, keep all backups that are left.
  const isBack = lines.at(-1)?.undoes !== undefined
  const steps = effectiveSteps(lines).slice(0, maxBackups)
  const needed = new Set(steps.map((step) => (step.number ?? 0) - 1))
  for (const name of names ?? []) {
    // Backups with the same or a higher number are of an abandoned future.
    const other = backupNumber(name)
    if (!(other < number && (isBack || needed.has(other)))) disk.remove(joinPosix(folder, name))
  }
  disk.linkOrCopy(joinPosix(root, statePath(workflow)), joinPosix(root, backup), joinPosix(root, `${backup}.part`))
}

/** Keeps a copy of the new state's context, so that a repair can restore it after a manual edit. */
export function keepContext(root: string, path: string, text: string): void {
  const copy = joinPosix(root, path)
  disk.makeFolder(dirname(copy))
  if (existsSync(copy)) disk.remove(copy)
  disk.writeUnsynced(copy, text)
}

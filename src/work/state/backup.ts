import { backupPath, backupsPath } from '../../disk/local'
import { foldersIn, readText } from '../../disk/read'
import { attempt, Failure, ifPossible } from '../../text/failure'
import type { Workflow } from '../../workflow/flow'
import type { HistoryLine } from '../history/history-line'
import { isOfNewerLayout } from '../history/layout'
import { beginningOf, workIdOf } from '../history/work-id'
import { parseState, type State } from './state'

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

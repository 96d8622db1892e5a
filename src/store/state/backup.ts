import { attempt, Failure } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { backupPath } from '../disk/local'
import { readText } from '../disk/read'
import { isOfNewerLayout } from '../history/layout'
import { parseState, type State } from './state'

/**
 * @param number of the last line that the state had
 * @returns the state as it was then, undefined where it is not kept any more or cannot be read; it may stand where the table
 *   has no state any more
 * @throws Failure `layout-newer` (unreadable)
 */
export function readBackup(root: string, workflow: Workflow, number: number): State | undefined {
  const text = attempt(() => readText(root, backupPath(workflow, number)))
  if (text === undefined || text instanceof Failure) return undefined
  const state = attempt(() => parseState(text, workflow, true))
  if (isOfNewerLayout(state)) throw state
  return state instanceof Failure ? undefined : state
}

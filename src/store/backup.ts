import { Failure } from '../failure'
import type { Workflow } from '../workflows/workflow'
import { backupPath } from './local'
import { readText } from './read'
import { parseState, type State } from './state'

/**
 * @param number of the last line that the state had
 * @returns the state as it was then, undefined where it is not kept any more or cannot be read
 */
export function readBackup(root: string, workflow: Workflow, number: number): State | undefined {
  try {
    const text = readText(root, backupPath(number))
    return text === undefined ? undefined : parseState(text, workflow)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

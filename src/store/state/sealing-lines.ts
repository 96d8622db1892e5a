import type { Workflow } from '../../workflows/workflow'
import { readOpened } from '../disk/read'
import { type HistoryLine, parseLine } from '../history/history-line'
import { historyPath } from '../history/paths'
import { linesAfter, type Saved } from './state'

/**
 * @returns the lines that have to be whole for the last of them to be believed: the last one of the state, with all those that
 *   the history lacks; of a state that does not follow its history the last one of that. Empty if there is no line
 */
export function sealingLines(root: string, workflow: Workflow, { tail, history }: Saved): readonly HistoryLine[] {
  const missing = linesAfter(tail, history)
  return missing ? history.slice(-Math.max(missing.length, 1)) : newestLines(root, historyPath(workflow)).slice(-1)
}

/** In bytes; more than fifty lines have. */
const maxFragmentBytes = 1024 * 1024

/** @returns the last lines of a history, the oldest first; what is no line is left out */
export const newestLines = (root: string, path: string): HistoryLine[] =>
  readOpened(root, path, (size, bytesAt) => {
    const bytes = bytesAt(Math.max(size - maxFragmentBytes, 0), Math.min(size, maxFragmentBytes))
    const lines = bytes.toString().split('\n').slice(-51)
    return lines.flatMap((line) => parseLine(line) ?? [])
  }) ?? []

import { readOpened } from '../../disk/read'
import type { Workflow } from '../../flows/flow'
import { type HistoryLine, historyPath, parseLine } from '../history/history-line'
import { linesAfter } from './relation'
import type { Saved } from './state'

/**
 * @returns the entries that must be intact for the last one to be trusted: the last one of the state, with all those
 *   that the history lacks; if the state does not follow its history, the last one of the history, if any
 */
export function sealingLines(
  root: string,
  workflow: Workflow,
  { tail, history, relation }: Saved,
): readonly HistoryLine[] {
  const missing = relation === 'older' ? [] : linesAfter(tail, history)
  return missing ? history.slice(-Math.max(missing.length, 1)) : newestLines(root, historyPath(workflow)).slice(-1)
}

/** In bytes; longer than fifty entries. */
const maxFragmentBytes = 1024 * 1024

/** @returns the last entries of a history, the oldest first; invalid lines are left out */
export const newestLines = (root: string, path: string): HistoryLine[] =>
  readOpened(root, path, (size, bytesAt) => {
    const bytes = bytesAt(Math.max(size - maxFragmentBytes, 0), Math.min(size, maxFragmentBytes))
    const lines = bytes.toString().trimEnd().split('\n').slice(-50)
    return lines.flatMap((line) => parseLine(line) ?? [])
  }) ?? []

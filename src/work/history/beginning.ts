import type { Workflow } from '../../flows/flow'
import { type HistoryLine, linesInState, parseLine, transitionToday } from './history-line'
import { historyPath } from './paths'
import { linesOf } from './text-lines'

/**
 * @param first the first entry of a history
 * @returns whether entries before it are missing: a history begins at the initial state, with an archive, or with a
 *   repair
 * @throws Failure if the history cannot be read
 */
export function beginsMidway(root: string, workflow: Workflow, first: HistoryLine): boolean {
  return !isBeginning(workflow, first) && !wasRepaired(root, historyPath(workflow))
}

/** @returns whether an entry can be the first of an unrepaired history */
export function isBeginning({ definition }: Workflow, line: HistoryLine): boolean {
  const isStart = line.previous === undefined && transitionToday(definition, line).from === definition.initial
  return isStart || ['New', 'Doctor'].includes(line.trigger)
}

/** A repair that could not keep the history starts a new one with the entries of the state, and says so. */
function wasRepaired(root: string, path: string): boolean {
  for (const { number, text } of linesOf(root, path)) {
    if (number > linesInState + 1) return false
    if (parseLine(text)?.trigger === 'Doctor') return true
  }
  return false
}

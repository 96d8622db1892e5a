import type { Workflow } from '../../workflow/flow'
import { type HistoryLine, historyPath, linesInState, parseLine, transitionToday } from './history-line'
import { linesOf } from './text-lines'

/**
 * @returns whether entries before the first one are missing: a history begins at the initial state, by archiving work
 *   whose first state a hand wrote, or with a repair
 */
export function beginsMidway(root: string, workflow: Workflow, first: HistoryLine): boolean {
  return !isBeginning(workflow, first) && !wasRepaired(root, historyPath(workflow))
}

/** @returns whether an entry can be the first of an unrepaired history */
export function isBeginning({ definition }: Workflow, line: HistoryLine): boolean {
  const { trigger, previous } = line
  if (trigger === 'Doctor') return true
  return previous === undefined && (trigger === 'New' || transitionToday(definition, line).from === definition.initial)
}

/** A repair that could not keep the history starts a new one with the entries of the state, and says so. */
function wasRepaired(root: string, path: string): boolean {
  for (const { number, text } of linesOf(root, path)) {
    if (number > linesInState + 1) return false
    if (parseLine(text)?.trigger === 'Doctor') return true
  }
  return false
}

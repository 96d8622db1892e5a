import type { HistoryLine } from './history-line'

/** The row of the entry of a repair that lets work go on where its history ends. It changes nothing. */
export const resumedRow = 'resumed'

/** @returns whether an entry changes nothing: the state after it is the one before it */
export const isResumed = ({ trigger, row }: HistoryLine): boolean => trigger === 'Doctor' && row === resumedRow

/**
 * @param lines of a history, the oldest first
 * @returns the steps in effect, the newest first: neither those that were undone, nor the undos, nor what changed nothing
 */
export function standingSteps(lines: readonly HistoryLine[]): HistoryLine[] {
  const undone = new Set(lines.flatMap(({ undoes }) => undoes ?? []))
  const stands = (line: HistoryLine) => line.trigger !== 'Undo' && !isResumed(line) && !undone.has(line.digest ?? '')
  return lines.filter(stands).reverse()
}

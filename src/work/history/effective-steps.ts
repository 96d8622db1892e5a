import type { HistoryLine } from './history-line'

/** The row of the entry of a repair that lets work go on where its history ends. It changes nothing. */
export const resumedRow = 'resumed'

/** @returns whether an entry lets work go on where its history ends */
export const isResumed = ({ trigger, row }: HistoryLine): boolean => trigger === 'Doctor' && row === resumedRow

/** The trigger of the entry that gives a piece of work another name. */
export const renaming = 'Rename'

/** Whether the state after an entry is the one before it, so that an undo passes over it. */
const changesNothing = (line: HistoryLine): boolean => line.trigger === renaming || isResumed(line)

/**
 * @returns of a history, the oldest first, the steps in effect, the newest first: neither those that were undone, nor
 *   the undos, nor what changed nothing
 */
export function effectiveSteps(lines: readonly HistoryLine[]): HistoryLine[] {
  const undone = new Set(lines.flatMap(({ undoes }) => undoes ?? []))
  const stands = (line: HistoryLine) =>
    line.trigger !== 'Undo' && !changesNothing(line) && !undone.has(line.digest ?? '')
  return lines.filter(stands).reverse()
}

import type { HistoryLine } from './history-line'

/**
 * @param lines of a history, the oldest first
 * @returns the steps in effect, the newest first: neither those that were undone nor the undos
 */
export function standingSteps(lines: readonly HistoryLine[]): HistoryLine[] {
  const undone = new Set(lines.flatMap(({ undoes }) => undoes ?? []))
  return lines.filter(({ trigger, digest = '' }) => trigger !== 'Undo' && !undone.has(digest)).reverse()
}

import { attempt, Failure } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { type HistoryLine, parseLine } from './history-line'
import { historyPath } from './paths'
import { linesOf } from './text-lines'

/** @returns the id of the piece of work that a line begins; the beginning of its digest if 0.1.0 has begun it */
export const workIdOf = ({ work, digest }: HistoryLine): string | undefined => work ?? digest?.slice(0, 8)

/** @returns the first line of a history, undefined if there is none of ours */
export function firstLineOf(root: string, path: string): HistoryLine | undefined {
  const first = attempt(() => {
    const [line] = linesOf(root, path)
    return line?.ended ? parseLine(line.text) : undefined
  })
  return first instanceof Failure ? undefined : first
}

/**
 * @param root absolute
 * @returns the first line of the work at hand: of its history, or of its state as long as it has no history
 */
export const beginningOf = (
  root: string,
  workflow: Workflow,
  lines: readonly HistoryLine[] = [],
): HistoryLine | undefined => lines.find(({ number }) => number === 1) ?? firstLineOf(root, historyPath(workflow))

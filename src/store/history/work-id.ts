import { attempt, Failure } from '../../failure/failure'
import type { Workflow } from '../../workflows/workflow'
import { readOpened } from '../disk/read'
import { type HistoryLine, parseLine } from './history-line'
import { historyPath } from './paths'

/** @returns the id of the piece of work that a line begins; the beginning of its digest if 0.1.0 has begun it */
export const workIdOf = ({ work, digest }: HistoryLine): string | undefined => work ?? digest?.slice(0, 8)

/** @returns the first line of a history, undefined if there is none of ours */
export function firstLineOf(root: string, path: string): HistoryLine | undefined {
  const text = attempt(() => readOpened(root, path, readFirst))
  const first = typeof text === 'string' ? attempt(() => parseLine(text)) : undefined
  return first instanceof Failure ? undefined : first
}

const firstReadBytes = 4096

function readFirst(size: number, bytesAt: (position: number, length: number) => Buffer): string | undefined {
  for (let length = firstReadBytes; ; length *= 16) {
    const bytes = bytesAt(0, Math.min(size, length))
    const end = bytes.indexOf(10)
    if (end >= 0) return bytes.toString('utf8', 0, end)
    if (length >= size) return undefined
  }
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

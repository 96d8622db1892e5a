import { readOpened } from '../../disk/read'
import { ifPossible } from '../../text/failure'
import type { Workflow } from '../../workflow/flow'
import type { Work } from '../work'
import { type HistoryLine, historyPath, parseLine } from './history-line'
import { readTail } from './tail'

/** @returns the id of the piece of work that an entry begins; if a hand wrote it, the beginning of its digest */
export const workIdOf = ({ work, digest }: HistoryLine): string | undefined => work ?? digest?.slice(0, 8)

export const firstLineOf = (root: string, path: string): HistoryLine | undefined =>
  ifPossible(() => {
    const text = readOpened(root, path, readFirst)
    return text === undefined ? undefined : parseLine(text)
  })

const firstReadBytes = 4096

function readFirst(size: number, bytesAt: (position: number, length: number) => Buffer): string | undefined {
  for (let length = firstReadBytes; ; length *= 16) {
    const bytes = bytesAt(0, Math.min(size, length))
    const end = bytes.indexOf(10)
    if (end >= 0) return bytes.toString('utf8', 0, end)
    if (length >= size) return undefined
  }
}

/** @returns the first entry of a piece of work, as its history has it; undefined without one */
export const firstEntryOf = (work: Work): HistoryLine | undefined =>
  work.once('first', () => firstLineOf(work.root, historyPath(work.flow)))

/** @returns the first entry of the current work: of its history, or of its state if there is no history yet */
export const beginningOf = (
  root: string,
  workflow: Workflow,
  lines: readonly HistoryLine[] = [],
): HistoryLine | undefined => lines.find(({ number }) => number === 1) ?? firstLineOf(root, historyPath(workflow))

/** @returns the id of a piece of work; undefined before its first step */
export const idOf = (work: Work): string | undefined =>
  work.once('id', () => {
    const first = beginningOf(work.root, work.flow, work.saved.history)
    return first && workIdOf(first)
  })

/** @returns the id of the piece of work in a folder, and the digest of its last entry; undefined if it has none that can be read */
export function lastEntryIn(root: string, folder: string): readonly [id: string, digest: string] | undefined {
  const path = historyPath({ folder })
  const first = ifPossible(() => firstLineOf(root, path))
  const [id, digest] = [first && workIdOf(first), ifPossible(() => readTail(root, path))?.digest]
  return id === undefined || digest === undefined ? undefined : [id, digest]
}

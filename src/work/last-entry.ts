import { ifPossible } from '../text/failure'
import { historyPath } from './history/history-line'
import { readTail } from './history/tail'
import { firstLineOf, workIdOf } from './history/work-id'

/** @returns the id of the piece of work in a folder, and the digest of its last entry; undefined if it has none that can be read */
export function lastEntryIn(root: string, folder: string): readonly [id: string, digest: string] | undefined {
  const path = historyPath({ folder })
  const first = ifPossible(() => firstLineOf(root, path))
  const [id, digest] = [first && workIdOf(first), ifPossible(() => readTail(root, path))?.digest]
  return id === undefined || digest === undefined ? undefined : [id, digest]
}

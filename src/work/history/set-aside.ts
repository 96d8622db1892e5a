import { filesUnder } from '../../disk/read'
import type { HistoryFile } from './history-file'
import { linesOf, lineTextsOf } from './text-lines'

/** @returns the history, or the proofs, with the line of this digest among those that a repair could not continue, whatever else is in it */
export function keptWith(root: string, digest: string): Pick<HistoryFile, 'path' | 'lines'> | undefined {
  const hasLine = (path: string) => {
    for (const text of lineTextsOf(root, path)) if (text.includes(`"digest":"${digest}"}`)) return true
    return false
  }
  const path = filesUnder(root, '.ai').find(
    (file) => /\/broken-[^/]+\/(?:history|proofs)\.jsonl$/.test(file) && hasLine(file),
  )
  return path === undefined ? undefined : { path, lines: () => linesOf(root, path) }
}

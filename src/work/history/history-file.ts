import { filesUnder, isThere } from '../../disk/read'
import { ifPossible } from '../../text/failure'
import type { Work } from '../work'
import { historyPath, statePath } from './history-line'
import { linesOf, lineTextsOf, type TextLine } from './text-lines'

/** The history of a piece of work, as its file has it. */
export interface HistoryFile {
  readonly path: string
  /** Its lines in order, however many; none without the file. Throws Failure if it cannot be read. */
  readonly lines: () => Generator<TextLine>
}

/** @returns the history; of an archive that is being restored that of the archive, until its folder has moved */
export function historyOf(work: Work): HistoryFile {
  const { root } = work
  const path = historyPath({ folder: ifPossible(() => work.saved)?.comesFrom ?? work.folder })
  return { path, lines: () => linesOf(root, path) }
}

export const hasHistory = ({ root, flow }: Work): boolean => isThere(root, historyPath(flow))

/** Whether there is a state or a history of it, broken or not. */
export const hasRecord = (work: Work): boolean => isThere(work.root, statePath(work.flow)) || hasHistory(work)

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

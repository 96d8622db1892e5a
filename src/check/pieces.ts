import { hasHistory, hasRecord } from '../work/history/history-file'
import { firstEntryOf, workIdOf } from '../work/history/work-id'
import { allWork } from '../work/open'
import type { Work } from '../work/work'
import { standardFlow, workflows } from '../workflows/registry'

/** @returns the folder of the piece of work that a file of `.ai/` belongs to; undefined for a file of none */
export function homeOf(path: string): string | undefined {
  for (const { folder, named, archive } of workflows) {
    if (folder !== undefined && path.startsWith(`${folder}/`)) return folder
    for (const above of [named, archive]) {
      const name = above !== undefined && path.startsWith(`${above}/`) ? path.slice(above.length + 1).split('/') : []
      if (name.length > 1) return `${above}/${name[0]}`
    }
  }
  return undefined
}

/** @returns whether a path is the history of a piece of work, rather than one that a repair has set aside */
export const isHistoryOfPiece = (path: string): boolean => path === `${homeOf(path)}/history.jsonl`

/**
 * @returns every piece of work of a root: the archived ones, the oldest first, then the current ones, always with that
 *   of the six spells. Throws Failure if a folder cannot be read
 */
export async function piecesIn(root: string): Promise<Work[]> {
  const archived = (await allWork(root, 'archives')).filter(hasHistory)
  const used = (await allWork(root)).filter((work) => work.folder === standardFlow.folder || hasRecord(work))
  return [...archived, ...used].map(byFirstEntry)
}

/** @returns the piece of work with the id that its history has, even if its state cannot be read */
export function byFirstEntry(work: Work): Work {
  const first = firstEntryOf(work)
  return work.beside({ first, id: first && workIdOf(first) })
}

import { workflows } from '../flows/registry'

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

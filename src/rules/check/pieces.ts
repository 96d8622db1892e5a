import type { Workflow } from '../../flows/flow'
import { standardFlow, workflows } from '../../flows/registry'
import { hasHistory, hasRecord } from '../../work/history/history-file'
import type { HistoryLine } from '../../work/history/history-line'
import { firstEntryOf, workIdOf } from '../../work/history/work-id'
import { allWork } from '../../work/open'
import type { Work } from '../../work/work'

/** A piece of work of any workflow, as far as its files identify it. */
export interface Piece {
  /** With the folder in which the piece of work is now. */
  readonly workflow: Workflow
  /** With the paths in its entries: an archive keeps them. */
  readonly written: Workflow
  /** Its name: that of its folder. */
  readonly name: string
  readonly isArchived: boolean
  readonly hasHistory: boolean
  /** The first entry, if it is valid. */
  readonly first?: HistoryLine
  readonly id?: string
}

/**
 * @param root absolute
 * @returns every piece of work of a root: the archived ones, the oldest first, then the current ones. That of the six
 *   spells is always included
 * @throws Failure if a folder cannot be read
 */
export async function piecesIn(root: string): Promise<Piece[]> {
  const archived = (await allWork(root, 'archives')).filter(hasHistory)
  const used = (await allWork(root)).filter((work) => work.folder === standardFlow.folder || hasRecord(work))
  return [...archived, ...used].map(pieceOf)
}

export function pieceOf(work: Work): Piece {
  const { flow: workflow, written, name, isArchived } = work
  const first = firstEntryOf(work)
  const id = first && workIdOf(first)
  return {
    workflow,
    written,
    name,
    isArchived,
    hasHistory: hasHistory(work),
    ...(first && { first }),
    ...(id && { id }),
  }
}

/** @returns whether a path is the history of a piece of work, rather than one that a repair has set aside */
export const isHistoryOfPiece = (path: string): boolean =>
  workflows.some(
    ({ folder, named, archive }) =>
      path === `${folder}/history.jsonl` ||
      [named, archive].some((above) => {
        const [, ...rest] =
          above !== undefined && path.startsWith(`${above}/`) ? path.slice(above.length + 1).split('/') : []
        return rest.join('/') === 'history.jsonl'
      }),
  )

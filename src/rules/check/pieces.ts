import { foldersIn, isThere } from '../../disk/read'
import { engineer } from '../../flows/engineer'
import type { Workflow } from '../../flows/flow'
import { standard, workflows } from '../../flows/registry'
import type { HistoryLine } from '../../work/history/history-line'
import { historyPath, statePath } from '../../work/history/paths'
import { firstLineOf, workIdOf } from '../../work/history/work-id'
import { withoutId } from '../../work/in-use'
import { allWork } from '../../work/open'

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
 * @param spells the workflow of the six spells
 * @returns every piece of work of a root: the archived ones, the oldest first, then the current ones. That of the six
 *   spells is always included
 * @throws Failure if a folder cannot be read
 */
export async function piecesIn(root: string, spells: Workflow = engineer): Promise<Piece[]> {
  const archived: Piece[] = []
  for (const { name, archive, load } of workflows) {
    const folders = archive === undefined ? [] : foldersIn(root, archive)
    const { open } = folders.length > 0 ? await load() : {}
    for (const folder of folders) {
      const place = `${archive}/${folder}`
      // An archive of the six spells is called like its plan; what the work was called says its first entry.
      const piece = name === standard ? firstLineOf(root, `${place}/history.jsonl`)?.name : withoutId(folder)
      archived.push(pieceIn(root, piece === undefined || !open ? spells : open(piece), place))
    }
  }
  const ended = archived
    .filter(({ hasHistory }) => hasHistory)
    .sort((one, other) => ((one.first?.timestamp ?? '') < (other.first?.timestamp ?? '') ? -1 : 1))
  const isBegun = (workflow: Workflow) =>
    workflow.folder === engineer.folder ||
    [statePath(workflow), historyPath(workflow)].some((path) => isThere(root, path))
  const used = (await allWork(root))
    .map(({ flow }) => flow)
    .map((workflow) => (workflow.folder === spells.folder ? spells : workflow))
  return [...ended, ...used.filter(isBegun).map((workflow) => pieceIn(root, workflow))]
}

/** @param archived the path of its archive, if it is archived */
function pieceIn(root: string, written: Workflow, archived?: string): Piece {
  const workflow = archived === undefined ? written : { ...written, folder: archived }
  const first = firstLineOf(root, historyPath(workflow))
  const id = first && workIdOf(first)
  const name = workflow.folder.slice(workflow.folder.lastIndexOf('/') + 1)
  const hasHistory = isThere(root, historyPath(workflow))
  const isArchived = archived !== undefined
  return { workflow, written, name, isArchived, hasHistory, ...(first && { first }), ...(id && { id }) }
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

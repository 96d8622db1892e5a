import { isFolder } from '../../../disk/read'
import { allWork } from '../../../work/open'
import type { Work } from '../../../work/work'
import { historyIdOf } from '../../check/pieces'

/**
 * @param root absolute
 * @returns the folders of the pieces of work here, archived ones too, by their ids as `PieceThere` has them
 */
export async function foldersHere(root: string): Promise<ReadonlyMap<string, string>> {
  const works = [...(await allWork(root, 'archives')), ...(await allWork(root))]
  return new Map(works.filter(({ folder }) => isFolder(root, folder)).map((work) => [idHere(work), work.folder]))
}

const idHere = (work: Work): string => historyIdOf(work) ?? work.folder

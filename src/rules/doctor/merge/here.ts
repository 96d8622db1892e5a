import { foldersIn, isFolder, readText } from '../../../disk/read'
import { workflows } from '../../../flows/registry'
import { firstLineOf, workIdOf } from '../../../work/history/work-id'

/**
 * @param root absolute
 * @param id of a piece of work, as `PieceThere` has it
 * @returns the folder in which it lies here: its own, or its archive
 */
export function folderOf(root: string, id: string): string | undefined {
  const within = (above: string | undefined) =>
    above === undefined ? [] : foldersIn(root, above).map((name) => `${above}/${name}`)
  const homes = workflows.flatMap(({ folder, named }) => [...(folder === undefined ? [] : [folder]), ...within(named)])
  const archives = workflows.flatMap(({ archive }) => within(archive)).filter((place) => place.endsWith(`-${id}`))
  return [...homes, ...archives].find((folder) => idAt(root, folder) === id)
}

/** @returns the id of the piece of work in a folder; undefined if there is none */
export function idAt(root: string, folder: string): string | undefined {
  const first = firstLineOf(root, `${folder}/history.jsonl`)
  return (first && workIdOf(first)) ?? (isFolder(root, folder) ? folder : undefined)
}

/** @returns a text of a piece of work here; empty if it is not there. Throws Failure if it cannot be read */
export const textHere = (root: string, folder: string, name: string): string =>
  readText(root, `${folder}/${name}`) ?? ''

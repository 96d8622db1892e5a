import { local } from '../disk/local'
import { foldersIn, isFolder } from '../disk/read'
import { attempt, Failure } from '../failure/failure'
import { entryOf } from '../flows/registry'
import { lastArchived } from './state/archive'
import { type Work, workIn } from './work'

/**
 * @param workflow its name
 * @param asked the name of the piece of work that was typed, if any
 * @returns the piece of work of a workflow that was archived last in this working copy, of those that have no folder any
 *   more; undefined if there is none
 * @throws Failure if a folder cannot be read
 */
export async function lastPutAway(
  root: string,
  workflow: string,
  asked: string | undefined,
): Promise<Work | undefined> {
  const { folder, named, load } = entryOf(workflow)
  const names = [
    ...(folder === undefined ? [] : [folder.slice(folder.lastIndexOf('/') + 1)]),
    ...(named === undefined ? [] : foldersIn(root, `${local}/${workflow}`)),
  ]
  const { open } = await load()
  const gone = names.filter((name) => asked === undefined || asked === name)
  const found = gone.flatMap((name) => {
    const work = workIn(root, open(name))
    if (isFolder(root, work.folder)) return []
    const archived = attempt(() => lastArchived(root, work.flow))
    return archived && !(archived instanceof Failure) ? [{ work, time: archived.line.timestamp }] : []
  })
  return found.sort((one, other) => (one.time < other.time ? 1 : -1))[0]?.work
}

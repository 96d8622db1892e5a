import { foldersIn, readText } from '../disk/read'
import type { Workflow } from '../flows/flow'
import { standard, standardFlow, workflows } from '../flows/registry'
import { historyPath, statePath } from './history/paths'
import { readTail } from './history/tail'
import { firstEntryOf, firstLineOf } from './history/work-id'
import { withoutId } from './in-use'
import { parseState, type State } from './state/state'
import { archivedIn, type Work } from './work'

/** @returns the folders of a workflow's archives */
export function archivesIn(root: string, { archives = '' }: Workflow): string[] {
  const above = archives.slice(0, archives.lastIndexOf('/'))
  if (above === '') return []
  return foldersIn(root, above)
    .map((name) => `${above}/${name}`)
    .filter((folder) => folder.startsWith(archives))
}

/** @returns the state that an archive keeps. Throws Failure (unreadable) as `parseState` does; if it cannot be read */
export const archivedState = ({ root, flow }: Work): State =>
  parseState(readText(root, statePath(flow)) ?? '', flow, true)

/** @returns the archive in which the history of a piece of work ends with this digest; undefined without one */
export const archiveEndingWith = ({ root, flow }: Work, digest: string): string | undefined =>
  archivesIn(root, flow).find((folder) => readTail(root, historyPath({ folder }))?.digest === digest)

/**
 * @param root absolute
 * @returns every piece of work that was archived, the oldest first, with the folder of its archive
 * @throws Failure if a folder cannot be read
 */
export async function archivedWorks(root: string): Promise<readonly Work[]> {
  const works: Work[] = []
  for (const { name, archive, load } of workflows) {
    const folders = archive === undefined ? [] : foldersIn(root, archive)
    const { open } = folders.length > 0 ? await load() : {}
    for (const folder of folders) {
      const place = `${archive}/${folder}`
      // An archive of the six spells is called like its plan; what the work was called says its first entry.
      const called = name === standard ? firstLineOf(root, historyPath({ folder: place }))?.name : withoutId(folder)
      works.push(archivedIn(root, called === undefined || !open ? standardFlow : open(called), place))
    }
  }
  const startOf = (work: Work) => firstEntryOf(work)?.timestamp ?? ''
  return works.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
}

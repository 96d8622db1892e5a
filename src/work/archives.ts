import { local } from '../disk/local'
import { foldersIn, isFolder } from '../disk/read'
import { ifPossible } from '../text/failure'
import { standard, standardFlow, workflows } from '../workflows/registry'
import { archiveFolder, historyPath } from './history/history-line'
import { readTail } from './history/tail'
import { firstEntryOf, firstLineOf } from './history/work-id'
import { withoutId } from './in-use'
import { lastArchived } from './state/archive'
import { archivedIn, type Work, workIn } from './work'
import { workflowIn } from './workflows-here'

/** @returns the archive in which the history of a piece of work ends with this digest; undefined without one */
export const archiveEndingWith = ({ root, flow }: Work, digest: string): string | undefined =>
  foldersIn(root, archiveFolder(flow))
    .map((name) => `${archiveFolder(flow)}/${name}`)
    .find((folder) => readTail(root, historyPath({ folder }))?.digest === digest)

/** @returns every piece of work that was archived, the oldest first, with the folder of its archive */
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

/** How long what is finished is listed. */
const listedDays = 28

/** What had begun after a piece of work was archived, and lies aside since that was taken back: nothing that was finished. */
const setAside = /^undone-\d{4}-\d\d-\d\d-\d{4}$/

export interface Finished {
  /** By which `spell report --archive` finds it. */
  readonly name: string
  /** `2026-11-28` */
  readonly day: string
}

/** @returns what was archived in the last weeks, the newest first, as the names of the folders say */
export function finishedLately(root: string, now: Date): Finished[] {
  const since = new Date(now.getTime() - listedDays * 24 * 60 * 60_000).toISOString().slice(0, 10)
  return workflows
    .flatMap(({ archive }) => (archive === undefined ? [] : foldersIn(root, archive)))
    .filter((folder) => !setAside.test(folder))
    .flatMap((folder) => {
      const [, name = '', day = '', minute = ''] = /^(.+)-(\d{4}-\d\d-\d\d)-(\d{4})$/.exec(withoutId(folder)) ?? []
      return day >= since ? [{ name, day, minute }] : []
    })
    .sort((one, other) => (one.day + one.minute < other.day + other.minute ? 1 : -1))
    .map(({ name, day }) => ({ name, day }))
}

/**
 * @param asked the name of the piece of work that was typed, if any
 * @returns the piece of work of a workflow that was archived last in this working copy, of those without a folder
 */
export async function archivedLast(
  root: string,
  workflow: string,
  asked: string | undefined,
): Promise<Work | undefined> {
  const { folder, named, load } = await workflowIn(root, workflow)
  const names = [
    ...(folder === undefined ? [] : [folder.slice(folder.lastIndexOf('/') + 1)]),
    ...(named === undefined ? [] : foldersIn(root, `${local}/${workflow}`)),
  ]
  const { open } = await load()
  const gone = names.filter((name) => asked === undefined || asked === name)
  const found = gone.flatMap((name) => {
    const work = workIn(root, open(name))
    if (isFolder(root, work.folder)) return []
    const archived = ifPossible(() => lastArchived(root, work.flow))
    return archived ? [{ work, time: archived.line.timestamp }] : []
  })
  return found.sort((one, other) => (one.time < other.time ? 1 : -1))[0]?.work
}

import { attempt, Failure } from '../failure/failure'
import { backupsPath, local } from '../store/disk/local'
import { foldersIn, isFolder } from '../store/disk/read'
import { lastArchived } from '../store/state/archive'
import { engineer } from '../workflows/engineer'
import { engineerNamed } from '../workflows/engineer/named'
import type { Workflow } from '../workflows/workflow'

/**
 * @param asked the name that was typed, if any
 * @returns the piece of work of the six spells that was archived last in this working copy, of those that have no folder any
 *   more; undefined if there is none
 * @throws Failure if a folder cannot be read
 */
export function lastPutAway(root: string, asked: string | undefined): Workflow | undefined {
  const works = [engineer, ...foldersIn(root, `${local}/engineer`).map(engineerNamed)]
  const gone = works.filter(
    ({ folder, name = 'task', ...rest }) =>
      (asked === undefined || asked === name) && !isFolder(root, folder) && isFolder(root, backupsPath(rest)),
  )
  const found = gone.flatMap((workflow) => {
    const archived = attempt(() => lastArchived(root, workflow))
    return archived && !(archived instanceof Failure) ? [{ workflow, time: archived.line.timestamp }] : []
  })
  return found.sort((one, other) => (one.time < other.time ? 1 : -1))[0]?.workflow
}

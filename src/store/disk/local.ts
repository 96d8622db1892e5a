import type { Workflow } from '../../workflows/workflow'
import { disk } from './disk'
import { notPlain, onDisk } from './disk-failure'
import { joinPosix } from './join-posix'
import { isThere } from './read'
import { statOf } from './stat'

/** What belongs to this working copy alone; it ignores itself in git. Paths are relative to the root. */
export const local = '.ai/.local'
const ignorePath = `${local}/.gitignore`
export const lockPath = `${local}/lock`
/** Only what a step writes belongs to one workflow: a step of another must not take it for left over. */
type Owner = Pick<Workflow, 'local'>
export const nextPath = ({ local: own }: Owner): string => `${own}/next`
export const nextState = (owner: Owner): string => `${nextPath(owner)}/state.json`
/** Has a folder for each piece of work, named by its id; those of 0.1.0 lie in it as they are. */
export const backupsPath = ({ local: own }: Owner): string => `${own}/backups`
/**
 * @param folder of the piece of work
 * @returns where the state file is kept as it was after the line of this number; 0 is before the first
 */
export const backupPath = (folder: string, number: number): string =>
  `${folder}/${String(number).padStart(9, '0')}.json`
/** @returns the number in the name of a backup, NaN for any other name */
export const backupNumber = (path: string): number => Number(/(\d{9})\.json$/.exec(path)?.[1])
/** @returns where a text with this digest waits to become a file */
export const contentPath = (owner: Owner, digest: string): string => `${nextPath(owner)}/${digest}`
/** Where files go that an undo or a repair takes out of the way and that nobody has edited. */
export const asidePath = `${local}/aside`

/** Makes the folder where it is not there yet. Throws what the file system throws. */
export function makeLocal(root: string): void {
  if (hasIgnore(root)) return
  disk.makeFolder(joinPosix(root, local))
  // Not waited for: after a power loss it may be empty, and then the next who comes writes it again.
  disk.append(joinPosix(root, ignorePath), Buffer.from('*\n'))
}

/**
 * @returns whether git leaves the folder alone, or it is not there
 * @throws Failure where that cannot be seen
 */
export const isIgnored = (root: string): boolean => !isThere(root, local) || hasIgnore(root)

const hasIgnore = (root: string): boolean =>
  onDisk('read', ignorePath, () => {
    const stat = statOf(joinPosix(root, ignorePath), 'at links')
    if (stat && !stat.isFile() && !stat.isSymbolicLink()) throw notPlain(stat)
    return (stat?.size ?? 0) > 0
  })

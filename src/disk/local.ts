import { disk } from './disk'
import { notPlain, onDisk } from './disk-failure'
import { joinPosix } from './join-posix'
import { isThere } from './read'
import { statOf } from './stat'

/** The files of this working copy only; the folder has a `.gitignore` for itself. Paths are relative to the root. */
export const local = '.ai/.local'
const ignorePath = `${local}/.gitignore`
export const lockPath = `${local}/lock`
/** The lock of proving, which may take long and changes nothing meanwhile. */
export const provingPath = `${local}/proving`
/** Prepared files belong to one workflow, so that a step of another does not take them for leftovers. */
export interface Owner {
  readonly local: string
}
export const nextPath = ({ local: own }: Owner): string => `${own}/next`
export const nextState = (owner: Owner): string => `${nextPath(owner)}/state.json`
/** Has one folder per piece of work, named by its id. */
export const backupsPath = ({ local: own }: Owner): string => `${own}/backups`
/** @returns the path of the backup made after entry `number`; 0 is before the first entry */
export const backupPath = (folder: string, number: number): string =>
  `${folder}/${String(number).padStart(9, '0')}.json`
/** @returns the number in the name of a backup; NaN for any other name */
export const backupNumber = (path: string): number => Number(/(\d{9})\.json$/.exec(path)?.[1])
/** @returns where a text with this digest is prepared */
export const contentPath = (owner: Owner, digest: string): string => `${nextPath(owner)}/${digest}`
/** What commands of a plan have printed. */
export const outputsPath = `${local}/proofs`
/** Has what is about to be put in place; while its plan exists, that is to be done. */
export const settlingFolder = `${local}/settling`
export const settlingPath = `${settlingFolder}/plan.json`
/** Takes files that an undo or a repair displaces and that no user has edited. */
export const asidePath = `${local}/aside`

/** Creates the folder if it does not exist. Throws what the file system throws. */
export function makeLocal(root: string): void {
  if (hasIgnore(root)) return
  disk.makeFolder(joinPosix(root, local))
  // Not synced: a file left empty by a power loss is written again by the next process.
  disk.append(joinPosix(root, ignorePath), Buffer.from('*\n'))
}

/** @returns whether git ignores the folder, or it does not exist. Throws Failure if that cannot be read */
export const isIgnored = (root: string): boolean => !isThere(root, local) || hasIgnore(root)

const hasIgnore = (root: string): boolean =>
  onDisk('read', ignorePath, () => {
    const stat = statOf(joinPosix(root, ignorePath), 'at links')
    if (stat && !stat.isFile() && !stat.isSymbolicLink()) throw notPlain(stat)
    return (stat?.size ?? 0) > 0
  })

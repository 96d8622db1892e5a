/** The files of this working copy only; the folder has a `.gitignore` for itself. Paths are relative to the root. */
export const local = '.ai/.local'
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

/** Joins our own paths. `node:path` also normalises foreign ones, which takes a tenth of a spell's own time. */
export const joinPosix = (...parts: readonly string[]): string => parts.join('/')

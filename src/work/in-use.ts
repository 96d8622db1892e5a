import { foldersIn, isFolder, readText } from '../disk/read'
import { namedFolder } from '../workflows/engineer/files'
import { definitionPath, workflowOfStored } from '../workflows/own/stored-name'
import { standard, unnamed, type WorkflowEntry } from '../workflows/registry'
import { type Work, workIn } from './work'
import { workflowsIn } from './workflows-here'

interface WorkflowInUse extends WorkflowEntry {
  readonly works: readonly Work[]
}

/** @returns the names of a workflow's work: without a name it is the first, and called like its folder, `task` */
export const namesIn = (root: string, { name: workflow, folder, named }: WorkflowEntry): string[] => [
  ...(folder !== undefined && isFolder(root, folder) ? [folder.slice(folder.lastIndexOf('/') + 1)] : []),
  // The commit hook, a script, sees no name that begins with a dot.
  ...(named === undefined
    ? []
    : foldersIn(root, named).filter((name) => !name.startsWith('.') && isOf(root, workflow, `${named}/${name}`))),
]

/** Named work of the six spells and of the repository's own workflows lies in one folder. */
const isOf = (root: string, workflow: string, folder: string): boolean =>
  !folder.startsWith(`${namedFolder}/`) ||
  (workflowOfStored(readText(root, definitionPath(folder))) ?? standard) === workflow

/** The same; work of the six spells can begin at any time, so that without a name counts even if it is not there. */
export function namesOrUnnamed(root: string, entry: WorkflowEntry): string[] {
  const names = namesIn(root, entry)
  return names.length === 0 && entry.name === standard ? [unnamed] : names
}

/** @returns every workflow with its work: always of the six spells, others are loaded only if they have some */
export async function worksInUse(root: string): Promise<readonly WorkflowInUse[]> {
  const uses: WorkflowInUse[] = []
  for (const known of await workflowsIn(root)) {
    const names = namesOrUnnamed(root, known)
    const loaded = names.length > 0 ? await known.load() : undefined
    uses.push({ ...known, works: loaded ? names.map((name) => workIn(root, loaded.open(name), names.length > 1)) : [] })
  }
  return uses
}

/** @returns the name of a piece of work, given that of its archive */
export const withoutId = (folder: string): string => folder.replace(/-[0-9a-f]{8}$/, '')

import { foldersIn, isFolder } from '../disk/read'
import type { Workflow } from '../flows/flow'
import { standard, unnamed, type WorkflowEntry, workflows } from '../flows/registry'

/** A workflow and its pieces of work in a repository. */
export interface WorkflowInUse extends WorkflowEntry {
  readonly pieces: readonly { readonly name: string; readonly workflow: Workflow }[]
}

/**
 * @returns the names of a workflow's pieces of work: that without a name is called like its folder, `task` or `hope`, and is
 *   the first
 * @throws Failure if a folder cannot be read
 */
export const namesIn = (root: string, { folder, named }: WorkflowEntry): string[] => [
  ...(folder !== undefined && isFolder(root, folder) ? [folder.slice(folder.lastIndexOf('/') + 1)] : []),
  // The commit hook, a script, sees no name that begins with a dot.
  ...(named === undefined ? [] : foldersIn(root, named).filter((name) => !name.startsWith('.'))),
]

/** The same; work of the six spells can begin at any time, so that without a name counts even if it is not there. */
export function namesOrUnnamed(root: string, entry: WorkflowEntry): string[] {
  const names = namesIn(root, entry)
  return names.length === 0 && entry.name === standard ? [unnamed] : names
}

/**
 * @param chosen the workflow that the settings name
 * @returns the names of the workflows in use: the chosen one, and those with work
 * @throws Failure if a folder cannot be read
 */
export const namesInUse = (root: string, chosen: string): string[] =>
  workflows.filter((known) => known.name === chosen || namesIn(root, known).length > 0).map(({ name }) => name)

/**
 * @param root absolute
 * @returns every workflow with its work; that of the six spells always, the others are loaded only if they have some
 * @throws Failure if a folder cannot be read
 */
export async function workflowsInUse(root: string): Promise<readonly WorkflowInUse[]> {
  const uses: WorkflowInUse[] = []
  for (const known of workflows) {
    const names = namesOrUnnamed(root, known)
    const loaded = names.length > 0 ? await known.load() : undefined
    uses.push({ ...known, pieces: loaded ? names.map((name) => ({ name, workflow: loaded.open(name) })) : [] })
  }
  return uses
}

/** @returns every piece of work of a repository. Throws as `workflowsInUse` does */
export const usedIn = async (root: string): Promise<readonly Workflow[]> =>
  (await workflowsInUse(root)).flatMap(({ pieces }) => pieces.map(({ workflow }) => workflow))

/** @returns the name of a piece of work, given that of its archive */
export const withoutId = (folder: string): string => folder.replace(/-[0-9a-f]{8}$/, '')

/**
 * @returns the pieces of work of which only an archive is left; not that of the six spells, whose next work always
 *   exists
 * @throws as `usedIn` does
 */
export async function archivedOnly(root: string): Promise<readonly Workflow[]> {
  const works: Workflow[] = []
  for (const known of workflows) {
    if (known.archive === undefined || known.folder !== undefined) continue
    const used = namesIn(root, known)
    const names = new Set(foldersIn(root, known.archive).map(withoutId))
    const { open } = names.size > 0 ? await known.load() : {}
    for (const name of names) if (open && !used.includes(name)) works.push(open(name))
  }
  return works
}

import { foldersIn, isFolder } from '../store/disk/read'
import { standard, type WorkflowEntry, workflows } from '../workflows/registry'
import type { Workflow } from '../workflows/workflow'

/** A workflow with the pieces of work that a root has of it. */
export interface WorkflowInUse extends WorkflowEntry {
  readonly pieces: readonly { readonly name: string; readonly workflow: Workflow }[]
}

/** The names of the pieces of work that a root has of a workflow; that of the workflow where it knows only one. */
const piecesIn = (root: string, { name, folder, many }: WorkflowEntry): string[] =>
  many ? foldersIn(root, folder) : isFolder(root, folder) ? [name] : []

/**
 * @param chosen the workflow that the settings name
 * @returns the names of the workflows that a root works with: that one, and those that it has some work of
 * @throws Failure where a folder cannot be read
 */
export const namesInUse = (root: string, chosen: string): string[] =>
  workflows.filter((known) => known.name === chosen || piecesIn(root, known).length > 0).map(({ name }) => name)

/**
 * @param root absolute
 * @returns every workflow with its work; that of the six spells is always there, the others are loaded only where they have some
 * @throws Failure where a folder cannot be read
 */
export async function workflowsInUse(root: string): Promise<readonly WorkflowInUse[]> {
  const uses: WorkflowInUse[] = []
  for (const known of workflows) {
    const names = known.name === standard ? [standard] : piecesIn(root, known)
    const loaded = names.length > 0 ? await known.load() : undefined
    uses.push({ ...known, pieces: loaded ? names.map((name) => ({ name, workflow: loaded.open(name) })) : [] })
  }
  return uses
}

/** @returns every piece of work that a root can have something of. Throws as `usesIn` */
export const usedIn = async (root: string): Promise<readonly Workflow[]> =>
  (await workflowsInUse(root)).flatMap(({ pieces }) => pieces.map(({ workflow }) => workflow))

/** @returns the name of a piece of work, from that of its archive */
export const withoutId = (folder: string): string => folder.replace(/-[0-9a-f]{8}$/, '')

/**
 * @returns the pieces of work of which nothing but an archive is left; none of the six spells, whose next work is always there
 * @throws as `usedIn`
 */
export async function archivedOnly(root: string): Promise<readonly Workflow[]> {
  const works: Workflow[] = []
  for (const known of workflows) {
    if (known.archive === undefined || !known.many) continue
    const used = piecesIn(root, known)
    const names = new Set(foldersIn(root, known.archive).map(withoutId))
    const { open } = names.size > 0 ? await known.load() : {}
    for (const name of names) if (open && !used.includes(name)) works.push(open(name))
  }
  return works
}

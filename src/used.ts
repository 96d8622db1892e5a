import { isFolder, namesIn } from './store/read'
import { type Known, standard, workflows } from './workflows/all'
import type { Workflow } from './workflows/workflow'

/** A workflow with the pieces of work that a root has of it. */
export interface Use extends Known {
  readonly pieces: readonly { readonly name: string; readonly workflow: Workflow }[]
}

/**
 * @param root absolute
 * @returns every workflow with its work; that of the six spells is always there, the others are loaded only where they have some
 * @throws Failure where a folder cannot be read
 */
export async function usesIn(root: string): Promise<readonly Use[]> {
  const uses: Use[] = []
  for (const known of workflows) {
    const { name, folder, many, load } = known
    const names = many ? namesIn(root, folder).filter((piece) => isFolder(root, `${folder}/${piece}`)) : [name]
    const isHere = name === standard || (many ? names.length > 0 : isFolder(root, folder))
    const loaded = isHere ? await load() : undefined
    uses.push({ ...known, pieces: loaded ? names.map((piece) => ({ name: piece, workflow: loaded.open(piece) })) : [] })
  }
  return uses
}

/** @returns every piece of work that a root can have something of. Throws as `usesIn` */
export const usedIn = async (root: string): Promise<readonly Workflow[]> =>
  (await usesIn(root)).flatMap(({ pieces }) => pieces.map(({ workflow }) => workflow))

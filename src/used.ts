import { isFolder, namesIn } from './store/read'
import { engineer } from './workflows/engineer'
import type { Workflow } from './workflows/workflow'

/** The workflows beside the six spells, each loaded only where there is some work of it. */
const others: readonly { readonly folder: string; readonly load: () => Promise<(name: string) => Workflow> }[] = [
  { folder: '.ai/discovery', load: async () => (await import('./workflows/discovery')).discovery },
  { folder: '.ai/collab/sessions', load: async () => (await import('./workflows/collab')).collab },
]

/** Of which there is one piece of work a root. */
const single: readonly { readonly folder: string; readonly load: () => Promise<() => Workflow> }[] = [
  { folder: '.ai/hope', load: async () => (await import('./workflows/hope')).hope },
]

/**
 * @param root absolute
 * @returns every piece of work that a root can have something of: that of the six spells, and those of the others
 * @throws Failure where a folder cannot be read
 */
export async function usedIn(root: string): Promise<readonly Workflow[]> {
  const used: Workflow[] = [engineer as Workflow]
  for (const { folder, load } of others) {
    const names = namesIn(root, folder).filter((name) => isFolder(root, `${folder}/${name}`))
    const open = names.length > 0 ? await load() : undefined
    for (const name of names) if (open) used.push(open(name))
  }
  for (const { folder, load } of single) if (isFolder(root, folder)) used.push((await load())())
  return used
}

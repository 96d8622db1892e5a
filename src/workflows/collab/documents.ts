import { currentItem } from './items'
import type { Session } from './session'

/** Where the sessions are, relative to the root. */
export const sessionsFolder = '.ai/collab/sessions'
export const folderOf = (name: string): string => `${sessionsFolder}/${name}`
/** @returns the name of the session whose workflow it is */
export const nameOf = ({ folder }: { readonly folder: string }): string => folder.slice(sessionsFolder.length + 1)
export const documentsOf = (name: string): string => `${folderOf(name)}/documents`
export const designOf = (name: string): string => `${documentsOf(name)}/design.md`
export const graphOf = (name: string): string => `${documentsOf(name)}/task-graph.md`
export const diagramPath = (name: string): string => `${folderOf(name)}/diagrams/task-execution.mmd`

const kinds = ['interface', 'pseudocode', 'skeleton', 'plan', 'root-cause'] as const

/** Where the state and the history of a session go that is over, relative to the root. */
export const recordOf = (name: string, id: string): string => `.ai/collab/archive/${name}-${id}`

/** Where the documents of an archived session are copied to, relative to the root. */
export const archiveOf = (name: string): string => `docs/designs/${name}`

/** @returns the documents that somebody who goes on after a clear has to read, those of the item at hand included */
export function toReload(name: string, session: Session): readonly string[] {
  const item = currentItem(session)
  const own = item ? kinds.map((kind) => `${documentsOf(name)}/${kind}-item-${item.number}.md`) : []
  return [designOf(name), ...own, graphOf(name)]
}

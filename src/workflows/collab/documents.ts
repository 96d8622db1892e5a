const itemDocuments = ['draft', 'interface', 'pseudocode', 'skeleton', 'plan', 'root-cause'] as const
export type ItemDocument = (typeof itemDocuments)[number]

/** The texts of a session's documents by their names. */
export type Documents = Readonly<Record<string, string>>

export const designFile = 'design.md'
export const graphFile = 'task-graph.md'
export const itemFile = (document: ItemDocument, number: number): string => `${document}-item-${number}.md`

/** @returns the texts of the files in a folder, by their names */
export const textsIn = (folder: string, files: Readonly<Record<string, unknown>>): Documents =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) =>
      path.startsWith(`${folder}/`) && typeof text === 'string' ? [[path.slice(folder.length + 1), text]] : [],
    ),
  )

/** The longest document, in bytes. */
export const maxDocumentBytes = 1024 * 1024

/** The folder of the sessions, relative to the root. */
export const sessionsFolder = '.ai/collab/sessions'
export const folderOf = (name: string): string => `${sessionsFolder}/${name}`
export const nameOf = ({ folder }: { readonly folder: string }): string => folder.slice(sessionsFolder.length + 1)
export const documentsOf = (name: string): string => `${folderOf(name)}/documents`
export const designOf = (name: string): string => `${documentsOf(name)}/${designFile}`
export const graphOf = (name: string): string => `${documentsOf(name)}/${graphFile}`
export const diagramPath = (name: string): string => `${folderOf(name)}/diagrams/task-execution.mmd`

/** The folder for the state and the history of a finished session, relative to the root. */
export const recordOf = (name: string, id: string): string => `.ai/collab/archive/${name}-${id}`

/** The folder that a finished session's documents are copied to, relative to the root. */
export const archiveOf = (name: string): string => `docs/designs/${name}`

/** What matches all documents that an item has. */
export const patternOfItem = (number: number): string => `*-item-${number}.md`

/** @returns the names of all documents that an item can have */
export const filesOfItem = (number: number): readonly string[] =>
  itemDocuments.map((document) => itemFile(document, number))

import { filesUnder, readBeginning } from '../../disk/read'
import { documentsOf, maxDocumentBytes } from '../../flows/collab/documents'

/** @returns the texts of a session's documents by their names, each up to the limit. Throws Failure if one cannot be read */
export function readDocuments(root: string, name: string): Record<string, string> {
  const folder = documentsOf(name)
  return Object.fromEntries(
    filesUnder(root, folder).flatMap((path) => {
      const text = path.endsWith('.md') ? readBeginning(root, path, maxDocumentBytes)?.text : undefined
      return text === undefined ? [] : [[path.slice(folder.length + 1), text]]
    }),
  )
}

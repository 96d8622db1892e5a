import { filesUnder, readBeginning } from '../../disk/read'
import { type Documents, documentsOf, maxDocumentBytes } from '../../flows/collab/documents'

/**
 * @param most of a longer document only so much is read, in bytes
 * @returns the texts of a session's documents by their names. Throws Failure if one cannot be read
 */
export function documentsIn(root: string, name: string, most = maxDocumentBytes): Documents {
  const folder = documentsOf(name)
  return Object.fromEntries(
    filesUnder(root, folder).flatMap((path) => {
      const text = path.endsWith('.md') ? readBeginning(root, path, most)?.text : undefined
      return text === undefined ? [] : [[path.slice(folder.length + 1), text]]
    }),
  )
}

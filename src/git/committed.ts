import { gitFolderOf } from './head'
import { startGit } from './start'

/**
 * @param root absolute
 * @param path relative to the root
 * @returns the content of a file in HEAD; undefined if it has none, or without git
 */
export async function committedText(root: string, path: string): Promise<string | undefined> {
  if (!gitFolderOf(root)) return undefined
  try {
    return await (await startGit(root)).raw(['cat-file', 'blob', `HEAD:./${path}`])
  } catch {
    return undefined
  }
}

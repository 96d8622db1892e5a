import { startGit } from './start'

/** Runs git. Resolves to its output without the last line ending, or to an empty text if git fails. */
export type Ask = (...args: string[]) => Promise<string>

/** @param root absolute */
export async function asking(root: string): Promise<Ask> {
  const git = await startGit(root)
  return async (...args) => {
    try {
      return (await git.raw(...args)).replace(/\n$/, '')
    } catch {
      return ''
    }
  }
}

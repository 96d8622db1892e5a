import { startGit } from './start'

/** Asks git; what it prints, without the last line end. What it says no to is nothing that it knows: an empty text. */
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

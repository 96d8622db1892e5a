import { exit, Failure } from '../failure'

/**
 * Makes an empty git repository.
 *
 * @param folder absolute, there already
 * @throws Failure `no-git` where git is not installed
 */
export async function makeRepository(folder: string): Promise<void> {
  const { simpleGit } = await import('simple-git')
  try {
    // Without this simple-git waits 50 ms after git has ended.
    await simpleGit(folder, { completion: { onClose: true, onExit: false } }).init()
  } catch (error) {
    throw new Failure(exit.system, 'no-git', 'git could not make a repository for the tour.', 'git --version', {
      cause: error,
    })
  }
}

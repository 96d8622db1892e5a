import type { SimpleGit, SimpleGitOptions } from 'simple-git'
import { exit, Failure } from '../failure/failure'

/** Variables that simple-git would otherwise withhold from git: the index of a commit hook, and the user's settings. */
const allowEnvironment = ['GIT_INDEX_FILE', 'GIT_CONFIG_GLOBAL']

/**
 * @param folder absolute
 * @param take receives git's output in chunks instead of the result, so that none of it is held in memory
 * @param more further options of simple-git
 * @returns git, to be run in that folder
 */
export async function startGit(
  folder: string,
  take?: (bytes: Buffer) => void,
  more?: Partial<SimpleGitOptions>,
): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  // Otherwise simple-git waits 50 ms for more output after git has exited …
  const git = simpleGit(folder, { completion: { onClose: true, onExit: false }, allowEnvironment, ...more })
  // … and once more if git printed nothing.
  return git.outputHandler((_, stdout) => {
    if (take) stdout.removeAllListeners('data').on('data', take)
    setImmediate(() => stdout.emit('data', Buffer.alloc(0)))
  })
}

/** @returns the failure `no-git`, if an error of simple-git means that; otherwise undefined */
export const withoutGit = (error: unknown): Failure | undefined =>
  /spawn git ENOENT/.test(String((error as Error).message))
    ? new Failure(exit.system, 'no-git', 'git is not installed, or not in the PATH.', 'git --version', { cause: error })
    : undefined

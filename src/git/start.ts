import type { SimpleGit, SimpleGitOptions } from 'simple-git'
import { exit, Failure } from '../failure/failure'

/** What else it would keep from git: where a hook finds what is staged, and where the user's own settings are. */
const allowEnvironment = ['GIT_INDEX_FILE', 'GIT_CONFIG_GLOBAL']

/**
 * @param folder absolute
 * @param take gets what git prints, piece by piece, instead of the answer: however much it is, none of it is held
 * @param more what else it is to know
 * @returns git, to be asked there
 */
export async function startGit(
  folder: string,
  take?: (bytes: Buffer) => void,
  more?: Partial<SimpleGitOptions>,
): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  // Without this it waits 50 ms after git has ended, in case there is more to come …
  const git = simpleGit(folder, { completion: { onClose: true, onExit: false }, allowEnvironment, ...more })
  // … and without this once more where git has said nothing.
  return git.outputHandler((_, stdout) => {
    if (take) stdout.removeAllListeners('data').on('data', take)
    setImmediate(() => stdout.emit('data', Buffer.alloc(0)))
  })
}

/** @returns the failure of a computer without git, where that is what an error of simple-git says; else undefined */
export const withoutGit = (error: unknown): Failure | undefined =>
  /spawn git ENOENT/.test(String((error as Error).message))
    ? new Failure(exit.system, 'no-git', 'git is not installed, or not in the PATH.', 'git --version', { cause: error })
    : undefined

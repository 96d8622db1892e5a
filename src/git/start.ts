import type { SimpleGit } from 'simple-git'
import { exit, Failure } from '../failure/failure'
import type { Environment } from '../store/settings/settings'

/** What else it would keep from git: where a hook finds what is staged, and where the user's own settings are. */
const allowEnvironment = ['GIT_INDEX_FILE', 'GIT_CONFIG_GLOBAL']

/** What else git gets, or what it gets instead. */
export interface GitOptions {
  /** Gets what git prints, piece by piece, instead of the answer: however much it is, none of it is held. */
  readonly take?: (bytes: Buffer) => void
  /** Its whole environment, with leave to be given configuration that would be refused otherwise. */
  readonly env?: Environment
  /** What it reads from its standard input. */
  readonly input?: Buffer
}

/**
 * @param folder absolute
 * @returns git, to be asked there
 */
export async function startGit(folder: string, { take, env, input }: GitOptions = {}): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  const git = simpleGit(folder, {
    // Without this it waits 50 ms after git has ended, in case there is more to come …
    completion: { onClose: true, onExit: false },
    allowEnvironment: env ? Object.keys(env) : allowEnvironment,
    ...(env && { unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafeConfigPaths: true } }),
    ...(input && { input: () => input }),
  })
  if (env) git.env(env)
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

/**
 * @param root absolute; where git was asked
 * @returns the failure `no-git`, or `git-failed` with what git says; both of the system
 */
export function gitFailed(root: string, error: unknown): Failure {
  const missing = withoutGit(error)
  if (missing) return missing
  const message = String((error as Error).message ?? error)
  const [, said] = /^(?:fatal: )?(.*?)\.?$/m.exec(message.trim()) ?? []
  const fix = /ownership/.test(message)
    ? `git config --global --add safe.directory ${JSON.stringify(root)}`
    : 'git status'
  return new Failure(exit.system, 'git-failed', `git could not be asked: ${said}.`, fix, { cause: error })
}

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { SimpleGit, SimpleGitOptions } from 'simple-git'
import { exit, Failure } from '../failure/failure'
import type { Environment } from '../settings/settings'
import { gitFolderOf } from './head'

/** Variables that simple-git would otherwise withhold from git: the index of a commit hook, and the user's settings. */
const allowEnvironment = ['GIT_INDEX_FILE', 'GIT_CONFIG_GLOBAL']

/** Whatever the settings say: nothing that watches files or looks at signatures is run. */
const quiet = ['core.fsmonitor=false', 'log.showSignature=false']
const withoutHooks = 'core.hooksPath=/dev/null'

/** simple-git would refuse what switches programs off, too. */
const unsafe = {
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafeFilter: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeMergeDriver: true,
  allowUnsafeCommandBinaries: true,
  // Where the user's settings are.
  allowUnsafeConfigPaths: true,
}

/** How git is started. */
export interface GitOptions {
  /** Further options of simple-git. */
  readonly more?: Partial<SimpleGitOptions>
  /** Whether git says where its hooks are; otherwise none runs. */
  readonly tellsHooks?: boolean
}

/** How git is started without simple-git. */
export interface TalkOptions {
  /** Further settings of git. */
  readonly config?: readonly string[]
  /** Whether git may run the programs that the repository's own settings name; asked only if there are some. */
  readonly trusts?: () => boolean
  /** git's folder, if it was found before. */
  readonly own?: string | undefined
}

/**
 * Starts git so that it runs no hook, and no program that the repository's own settings name.
 *
 * @param folder absolute
 * @param take receives git's output in chunks instead of the result, so that none of it is held in memory
 * @returns git, to be run in that folder
 */
export async function startGit(
  folder: string,
  take?: (bytes: Buffer) => void,
  { more = {}, tellsHooks = false }: GitOptions = {},
): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  const off = await ownProgramsOff(folder)
  // Otherwise simple-git waits 50 ms for more output after git has exited …
  const git = simpleGit(folder, {
    completion: { onClose: true, onExit: false },
    allowEnvironment,
    unsafe,
    ...more,
    config: [...quiet, ...(tellsHooks ? [] : [withoutHooks]), ...off],
  })
  // … and once more if git printed nothing.
  return git.outputHandler((_, stdout) => {
    if (take) stdout.removeAllListeners('data').on('data', take)
    setImmediate(() => stdout.emit('data', Buffer.alloc(0)))
  })
}

/** The settings that switch off the programs that the repository's own settings name. */
async function ownProgramsOff(
  folder: string,
  env?: Environment,
  own: string | undefined = gitFolderOf(folder),
): Promise<string[]> {
  // The common case of a hook starts no git.
  const { withoutOwnPrograms } = await import('./own-programs')
  return await withoutOwnPrograms(own, async (args) => {
    const { spawn } = await import('node:child_process')
    return spawn('git', args, { cwd: folder, ...(env && { env }), stdio: 'pipe', windowsHide: true })
  })
}

/**
 * Starts git as `startGit` does, with its input left open: simple-git would end it at once, and takes longer to load than
 * git takes to answer.
 *
 * @param folder absolute
 * @param env the whole environment
 * @returns the process, which emits `error` if git is not installed
 */
export async function startTalk(
  folder: string,
  args: readonly string[],
  env: Environment,
  { config = [], trusts = () => false, own }: TalkOptions = {},
): Promise<ChildProcessWithoutNullStreams> {
  const { spawn } = await import('node:child_process')
  const off = await ownProgramsOff(folder, env, own)
  const settings = [...quiet, withoutHooks, ...(off.length > 0 && !trusts() ? off : []), ...config]
  const all = [...settings.flatMap((setting) => ['-c', setting]), ...args]
  return spawn('git', all, { cwd: folder, env: { ...env }, stdio: 'pipe', windowsHide: true })
}

/** @returns the failure `no-git`, if an error of git means that; otherwise undefined */
export const withoutGit = (error: unknown): Failure | undefined =>
  /spawn git ENOENT/.test(String((error as Error).message))
    ? new Failure(exit.system, 'no-git', 'git is not installed, or not in the PATH.', 'git --version', { cause: error })
    : undefined

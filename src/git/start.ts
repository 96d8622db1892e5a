import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { SimpleGit } from 'simple-git'
import type { Environment } from '../disk/environment'
import { exit, Failure } from '../text/failure'
import type { SettingsNamed } from './own-programs'

/** Variables that would lead git elsewhere, or change what a path means. */
const foreign = /^GIT_(?!CONFIG_GLOBAL$)/i

/** Nothing is fetched, also not what a partial clone lacks, nothing is asked, and no object stands for another one. */
const own = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_GRAFT_FILE: '/dev/null/none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TERMINAL_PROMPT: '0',
}

/** A repository that lies in another one as an ordinary folder comes with a clone, settings included. */
const noHiddenRepository = 'safe.bareRepository=explicit'
const noPrograms = [noHiddenRepository, 'core.fsmonitor=false', 'log.showSignature=false']

interface StartOptions {
  /** Instead of the one that was opened; in the same worktree. */
  readonly folder?: string
  readonly config?: readonly string[]
  readonly variables?: Environment | undefined
  /** Whether git may run the programs that the repository's own settings name; asked only if there are some. */
  readonly trusts?: () => boolean
  /** Whether git says where its hooks are; otherwise none runs. */
  readonly tellsHooks?: boolean
}

/** git in a folder, hardened: whatever the settings say, nothing is run that the repository names. */
export interface Starts {
  /** What git's settings name; git is asked once, before anything else. Throws Error with its complaint. */
  readonly settings: () => Promise<SettingsNamed>
  /** Starts it, with its input left open. Throws Error if git is not installed, or as `settings` does. */
  readonly start: (args: readonly string[], options?: StartOptions) => Promise<ChildProcessWithoutNullStreams>
  /** simple-git, for what no spell waits for: it takes longer to load than git to answer. Throws Error as `start` does. */
  readonly simple: () => Promise<SimpleGit>
}

export function startsIn(root: string, given: Environment): Starts {
  const env = { ...Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.test(name))), ...own }
  let named: Promise<SettingsNamed> | undefined
  const settings = () => (named ??= ask())
  async function ask(): Promise<SettingsNamed> {
    // The common case of a hook starts no git.
    const { namedSettings } = await import('./own-programs')
    return await namedSettings(async (args) =>
      String(await saidBy(await spawnGit(root, [noHiddenRepository], args, env))),
    )
  }

  async function configFor({ config = [], trusts = () => false, tellsHooks = false }: StartOptions) {
    const { off } = await settings()
    const ours = off.length > 0 && trusts() ? [] : off
    return [...noPrograms, ...(tellsHooks ? [] : ['core.hooksPath=/dev/null']), ...ours, ...config]
  }

  return {
    settings,
    start: async (args, options = {}) =>
      spawnGit(options.folder ?? root, await configFor(options), args, { ...env, ...options.variables }),
    simple: async () => simpleGit(root, env, await configFor({})),
  }
}

/** simple-git would refuse what switches programs off, too, and what the user has set for all programs. */
const unsafe = Object.fromEntries(
  'AskPass CommandBinaries ConfigPaths CredentialHelper DiffExternal DiffTextConv Editor Filter FsMonitor GitProxy GpgProgram HooksPath MergeDriver Pack Pager SshCommand'
    .split(' ')
    .map((what) => [`allowUnsafe${what}`, true]),
)

async function simpleGit(root: string, env: Environment, config: string[]): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  const git = simpleGit(root, {
    // Otherwise simple-git waits 50 ms for more output after git has exited …
    completion: { onClose: true, onExit: false },
    allowEnvironment: Object.keys(env),
    unsafe,
    config,
  })
  // … and once more if git printed nothing.
  return git.env({ ...env }).outputHandler((_, stdout) => void setImmediate(() => stdout.emit('data', Buffer.alloc(0))))
}

async function spawnGit(folder: string, config: readonly string[], args: readonly string[], env: Environment) {
  const { spawn } = await import('node:child_process')
  const words = [...config.flatMap((setting) => ['-c', setting]), ...args]
  return spawn('git', words, { cwd: folder, env: { ...env }, stdio: 'pipe', windowsHide: true })
}

/**
 * Hears what git says; its input has been written.
 *
 * @param take receives what it prints in chunks instead of the result, so that none of it is held in memory
 * @returns what it prints; nothing if it says no by ending with 1 and without a word
 * @throws Error with git's complaint
 */
export const saidBy = (child: ChildProcessWithoutNullStreams, take?: (bytes: Buffer) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const printed: Buffer[] = []
    const complaint: Buffer[] = []
    child.stdout.on('data', take ?? ((bytes: Buffer) => printed.push(bytes)))
    child.stderr.on('data', (bytes: Buffer) => complaint.push(bytes))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0 || (code === 1 && complaint.length === 0)) resolve(Buffer.concat(printed))
      else reject(new Error(Buffer.concat(complaint).toString() || `git ended with ${signal ?? code}`))
    })
  })

/** @returns the failure `no-git`, if an error of git means that; otherwise undefined */
export const withoutGit = (error: unknown): Failure | undefined =>
  /spawn git ENOENT/.test(String((error as Error).message))
    ? new Failure(exit.system, 'no-git', 'git is not installed, or not in the PATH.', 'git --version', { cause: error })
    : undefined

/** @returns undefined if git is not installed. Throws `gitFailed` */
export const ifInstalled = <T>(root: string, ask: () => Promise<T>): Promise<T | undefined> =>
  ask().catch((error) => (withoutGit(error) ? undefined : orGitFailed(root)(error)))

/** For a promise of git: what it rejects with becomes `gitFailed`. */
export const orGitFailed =
  (root: string) =>
  (error: unknown): never => {
    throw gitFailed(root, error)
  }

/** @returns the failure `no-git`, or `git-failed` with what git says, both of the system; a failure as it is */
export function gitFailed(root: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const missing = withoutGit(error)
  if (missing) return missing
  const message = String((error as Error).message ?? error)
  const [, said] = /^(?:fatal: )?(.*?)\.?$/m.exec(message.trim()) ?? []
  const fix = /ownership/.test(message)
    ? `git config --global --add safe.directory ${JSON.stringify(root)}`
    : /promisor|lazy fetch/.test(message)
      ? 'git fetch --refetch --no-filter origin'
      : 'git status'
  return new Failure(exit.system, 'git-failed', `git could not be asked: ${said}.`, fix, { cause: error })
}

/** What `git rev-parse --local-env-vars` prints, of any version: a hook has them, and with them git works elsewhere. */
const localVariables = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
])

/** @returns the environment without what git tells its hooks of one repository */
export const withoutLocalVariables = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && !localVariables.has(pair[0].toUpperCase()),
    ),
  )

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { SimpleGit } from 'simple-git'
import { exit, Failure } from '../failure/failure'
import type { Environment } from '../settings/settings'

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

export interface StartOptions {
  readonly config?: readonly string[]
  readonly variables?: Environment | undefined
  /** Whether git may run the programs that the repository's own settings name; asked only if there are some. */
  readonly trusts?: () => boolean
  /** Whether git says where its hooks are; otherwise none runs. */
  readonly tellsHooks?: boolean
}

interface Hardening {
  readonly env: Environment
  readonly config: readonly string[]
}

/** Whatever the settings say, nothing is run: no hook, nothing that watches files, and no program that the repository names. */
async function hardened(
  folder: string,
  given: Environment,
  { config = [], variables = {}, trusts = () => false, tellsHooks = false }: StartOptions = {},
): Promise<Hardening> {
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.test(name)))
  const env = { ...others, ...own, ...variables }
  const off = await switchedOff(folder, given, env)
  const quiet = [
    noHiddenRepository,
    'core.fsmonitor=false',
    'log.showSignature=false',
    ...(tellsHooks ? [] : ['core.hooksPath=/dev/null']),
  ]
  return { env, config: [...quiet, ...(off.length > 0 && trusts() ? [] : off), ...config] }
}

/** How long git's answer about its settings is used, in milliseconds: a command asks git several things at once. */
const usedMs = 1000
const answers = new WeakMap<Environment, Map<string, Promise<string[]>>>()

/** Asks git once for all that a command starts in a folder. */
function switchedOff(folder: string, given: Environment, env: Environment): Promise<string[]> {
  const known = answers.get(given) ?? new Map<string, Promise<string[]>>()
  answers.set(given, known)
  const before = known.get(folder)
  if (before) return before
  const off = ask()
  known.set(folder, off)
  setTimeout(() => known.delete(folder), usedMs).unref()
  return off

  async function ask(): Promise<string[]> {
    // The common case of a hook starts no git.
    const { withoutOwnPrograms } = await import('./own-programs')
    return await withoutOwnPrograms(async (args) =>
      String(await saidBy(await spawnGit(folder, ['-c', noHiddenRepository, ...args], env))),
    )
  }
}

async function spawnGit(folder: string, args: readonly string[], env: Environment) {
  const { spawn } = await import('node:child_process')
  return spawn('git', args, { cwd: folder, env: { ...env }, stdio: 'pipe', windowsHide: true })
}

/**
 * Starts git so that it runs nothing that the repository names, with its input left open. Throws Error if git is not
 * installed, or with its complaint about the settings.
 */
export async function startGit(
  folder: string,
  args: readonly string[],
  env: Environment,
  options: StartOptions = {},
): Promise<ChildProcessWithoutNullStreams> {
  const { env: own, config } = await hardened(folder, env, options)
  return spawnGit(folder, [...config.flatMap((setting) => ['-c', setting]), ...args], own)
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

/** simple-git would refuse what switches programs off, too, and what the user has set for all programs. */
const unsafe = Object.fromEntries(
  'AskPass CommandBinaries ConfigPaths CredentialHelper DiffExternal DiffTextConv Editor Filter FsMonitor GitProxy GpgProgram HooksPath MergeDriver Pack Pager SshCommand'
    .split(' ')
    .map((what) => [`allowUnsafe${what}`, true]),
)

/**
 * simple-git, hardened in the same way, for what no spell waits for: it takes longer to load than git to answer. Throws
 * Error as `startGit` does.
 */
export async function simpleGitIn(
  folder: string,
  env: Environment,
  options: Pick<StartOptions, 'tellsHooks'> = {},
): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  const { env: own, config } = await hardened(folder, env, options)
  const git = simpleGit(folder, {
    // Otherwise simple-git waits 50 ms for more output after git has exited …
    completion: { onClose: true, onExit: false },
    allowEnvironment: Object.keys(own),
    unsafe,
    config: [...config],
  })
  // … and once more if git printed nothing.
  return git.env({ ...own }).outputHandler((_, stdout) => void setImmediate(() => stdout.emit('data', Buffer.alloc(0))))
}

/** @returns the failure `no-git`, if an error of git means that; otherwise undefined */
export const withoutGit = (error: unknown): Failure | undefined =>
  /spawn git ENOENT/.test(String((error as Error).message))
    ? new Failure(exit.system, 'no-git', 'git is not installed, or not in the PATH.', 'git --version', { cause: error })
    : undefined

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

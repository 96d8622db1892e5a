import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Environment } from '../store/settings/settings'
import { ownProgramsOff, quiet, withoutHooks } from './start'

/** How git is started without simple-git. */
export interface TalkOptions {
  /** Further settings of git. */
  readonly config?: readonly string[]
  /** Whether git may run the programs that the repository's own settings name; asked only if there are some. */
  readonly trusts?: () => boolean
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
  { config = [], trusts = () => false }: TalkOptions = {},
): Promise<ChildProcessWithoutNullStreams> {
  const { spawn } = await import('node:child_process')
  const off = await ownProgramsOff(folder, env)
  const settings = [...quiet, withoutHooks, ...(off.length > 0 && !trusts() ? off : []), ...config]
  const all = [...settings.flatMap((setting) => ['-c', setting]), ...args]
  return spawn('git', all, { cwd: folder, env: { ...env }, stdio: 'pipe', windowsHide: true })
}

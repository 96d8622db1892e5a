import type { Environment } from '../store/settings/settings'
import { topOf } from './clone'
import { startGit } from './start'

/** Whatever the settings say: no hook and no program that watches files is run, and times of files are not trusted too far. */
const config = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.safecrlf=false',
  'core.trustctime=true',
  'core.checkStat=default',
].flatMap((each) => ['-c', each])

/** Asks git, and says what it prints. */
export type QuietGit = (args: readonly string[], input?: string) => Promise<string>

/** What would lead git elsewhere or change what a path means, and what simple-git refuses to hand on. */
const foreign = /^(?:GIT_(?!CONFIG_GLOBAL$).*|EDITOR|PAGER|PREFIX|SSH_ASKPASS|VISUAL)$/i

/** It would refuse `config` otherwise, and to be told where the user's settings are. */
const unsafe = { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafeConfigPaths: true }

/**
 * @param folder in a worktree, which is looked at even if the settings of the repository name another
 * @param index instead of the repository's own
 * @returns git, which is told and says everything a character a byte: names of files need not be text
 */
export function quietGit(folder: string, given: Environment, index?: string): QuietGit {
  const plain = Object.fromEntries(Object.entries(given).filter(([name]) => !foreign.test(name)))
  const env = { ...plain, ...(index && { GIT_INDEX_FILE: index }) }
  const place = `--work-tree=${topOf(folder) ?? folder}`
  return async (args, input) => {
    const pieces: Buffer[] = []
    const take = (bytes: Buffer) => void pieces.push(bytes)
    const git = await startGit(folder, take, { unsafe, ...(input && { input: () => Buffer.from(input, 'latin1') }) })
    await git.env(env).raw(place, ...config, ...args)
    return Buffer.concat(pieces).toString('latin1')
  }
}

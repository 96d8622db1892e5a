import { attempt, Failure } from '../failure/failure'
import { readAllowed } from '../settings/allowed'
import { keptPath } from '../settings/kept'
import type { Environment } from '../settings/settings'
import { cloneOf, topOf } from './clone'
import { type Starts, saidBy, startsIn } from './start'

/** Whatever the settings say, times of files are not trusted too far. */
const config = [
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.safecrlf=false',
  'core.trustctime=true',
  'core.checkStat=default',
]

/** Asks git, which is told and says everything a character a byte: names of files need not be text. */
export type QuietGit = (args: readonly string[], input?: string) => Promise<string>

/** @returns what git has said, a character a byte, as text */
export const readable = (said: string): string => Buffer.from(said, 'latin1').toString()

/** @returns git in the worktree of a folder, for a single question; with an index instead of the repository's own */
export const quietGit = (folder: string, env: Environment, index?: string): QuietGit =>
  askedIn(folder, env, startsIn(folder, env))(folder, index)

/** @returns what asks git in folders of the same worktree as `root` */
export function askedIn(root: string, env: Environment, { start }: Starts) {
  // The one that is here, even if the settings of the repository name another.
  const place = `--work-tree=${topOf(root) ?? root}`
  const trusts = () => isTrusted(root, env)
  return (folder: string, index?: string): QuietGit => {
    const variables = index === undefined ? {} : { GIT_INDEX_FILE: index }
    return async (args, input = '') => {
      const git = await start([place, ...args], { folder, config, variables, trusts })
      // One that has ended by then has said why.
      git.stdin.on('error', () => {}).end(Buffer.from(input, 'latin1'))
      return (await saidBy(git)).toString('latin1')
    }
  }
}

/** Whether the developer has allowed commands in this clone: then its filters are those that `git status` runs here, too. */
function isTrusted(folder: string, env: Environment): boolean {
  const clone = cloneOf(folder)
  const allowed = attempt(() => readAllowed(keptPath('allowed', clone.folder, clone.top, env)))
  return !(allowed instanceof Failure) && allowed.length > 0
}

import { attempt, Failure } from '../failure/failure'
import { readAllowed } from '../settings/allowed'
import { keptPath } from '../settings/kept'
import type { Environment } from '../settings/settings'
import { cloneOf, topOf } from './clone'
import { saidBy, startGit } from './start'

/** Whatever the settings say, times of files are not trusted too far. */
const config = [
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.safecrlf=false',
  'core.trustctime=true',
  'core.checkStat=default',
]

export type QuietGit = (args: readonly string[], input?: string) => Promise<string>

/** @returns what git has said, a character a byte, as text */
export const readable = (said: string): string => Buffer.from(said, 'latin1').toString()

/** Whether the developer has allowed commands in this clone: then its filters are those that `git status` runs here, too. */
function isTrusted(folder: string, env: Environment): boolean {
  const clone = cloneOf(folder)
  const allowed = attempt(() => readAllowed(keptPath('allowed', clone.folder, clone.top, env)))
  return !(allowed instanceof Failure) && allowed.length > 0
}

/**
 * @param folder in a worktree, which is looked at even if the settings of the repository name another
 * @param index instead of the repository's own
 * @param top of the worktree, if it was found before
 * @returns git, which is told and says everything a character a byte: names of files need not be text
 */
export function quietGit(folder: string, env: Environment, index?: string, top = topOf(folder) ?? folder): QuietGit {
  const place = `--work-tree=${top}`
  const variables = index === undefined ? {} : { GIT_INDEX_FILE: index }
  const options = { config, variables, trusts: () => isTrusted(folder, env) }
  return async (args, input = '') => {
    const git = await startGit(folder, [place, ...args], env, options)
    // One that has ended by then has said why.
    git.stdin.on('error', () => {}).end(Buffer.from(input, 'latin1'))
    return (await saidBy(git)).toString('latin1')
  }
}

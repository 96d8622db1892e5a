import { namesIn } from '../disk/read'
import { exit, Failure } from '../failure/failure'
import { asking } from './asking'

/**
 * @param root absolute
 * @returns why no piece of work can be seen, if a sparse checkout has left out those that git has; git is asked only if
 *   `.ai/` is not in the worktree
 */
export async function leftOut(root: string): Promise<Failure | undefined> {
  // What git ignores stays where it is.
  if (namesIn(root, '.ai').some((name) => name !== '.local')) return undefined
  const ask = await asking(root)
  const isSkipped = (entry: string) => entry.startsWith('S ')
  if (!(await ask('ls-files', '-t', '-z', '--', '.ai')).split('\0').some(isSkipped)) return undefined
  const message = 'git has `.ai/`, but this sparse checkout leaves it out: the work in it is not here.'
  return new Failure(exit.notPossible, 'not-checked-out', message, 'git sparse-checkout add .ai')
}

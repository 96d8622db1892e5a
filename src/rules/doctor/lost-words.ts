import type { Git } from '../../git/git'
import type { Environment } from '../../settings/settings'
import { sessionsHere } from '../../word/sessions'
import { usesIn } from '../../word/uses'
import { historyPath } from '../../work/history/paths'
import { type Finding, finding } from '../finding'

/** These leave no line in a history, or need not. */
const withoutLine = /\.(?:reply|doctor)\./

/**
 * Finds the developer's words that a step has used, by the file of the account, while no history of the clone has that
 * step: neither in a worktree nor in a commit of a branch.
 *
 * @throws Failure as `sessionsHere` does
 */
export async function lostWords(root: string, env: Environment, { ask }: Git): Promise<Finding[]> {
  const { all } = sessionsHere(root, env)
  const uses = Object.values(all).flatMap((session) => session.uses.filter((use) => !withoutLine.test(use)))
  const messages = [...new Set(uses.map((use) => use.slice(0, use.indexOf('.'))))]
  const found = usesIn(root, messages, historyPath)
  const gone: string[] = []
  for (const use of uses.filter((each) => !found.includes(each))) {
    const commits = await ask(['log', '--all', '--since=1.day', '-1', '--format=%H', `-S${use}`, '--', '.ai']).catch(
      () => '',
    )
    if (commits.trim() === '') gone.push(use)
  }
  if (gone.length === 0) return []
  const [what, is] = gone.length === 1 ? ['A step', 'is'] : [`${gone.length} steps`, 'are']
  const message = `${what} on the developer's word ${is} in no history here any more: taken out, as by git checkout or reset. The word stays used.`
  return [finding('word-lost', '.ai', message, 'git reflog   # or say the word again')]
}

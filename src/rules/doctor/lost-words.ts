import type { Git } from '../../git/git'
import type { Environment } from '../../settings/settings'
import { sessionsHere } from '../../word/sessions'
import { leavesEntry, messageOf, usesIn } from '../../word/uses'
import { historyPath } from '../../work/history/history-line'
import { type Finding, finding } from '../finding'

/**
 * Finds steps on the developer's words that the account's file has, and no history of the clone: neither in a worktree nor
 * in a commit of a branch.
 *
 * @throws Failure as `sessionsHere` does
 */
export async function lostWords(root: string, env: Environment, { ask }: Git): Promise<Finding[]> {
  const uses = Object.values(sessionsHere(root, env).all).flatMap(({ uses }) => uses.filter(leavesEntry))
  const found = usesIn(root, [...new Set(uses.map(messageOf))], historyPath)
  const gone: string[] = []
  for (const use of uses.filter((each) => !found.includes(each))) {
    const log = ask(['log', '--all', '--since=1.day', '-1', '--format=%H', `-S${use}`, '--', '.ai'])
    if ((await log.catch(() => '')) === '') gone.push(use)
  }
  const message = `In no history here: ${gone.length === 1 ? 'a step' : `${gone.length} steps`} on the developer's word. It was taken out, as by git checkout or reset; the word stays used.`
  return gone.length === 0 ? [] : [finding('word-lost', '.ai', message, 'git reflog   # or say the word again')]
}

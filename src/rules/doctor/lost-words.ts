import type { Git } from '../../git/git'
import type { Environment } from '../../settings/settings'
import { type Sessions, sessionsHere } from '../../word/sessions'
import { leavesEntry, messageOf, usesIn } from '../../word/uses'
import { historyPath } from '../../work/history/history-line'
import { type Finding, finding } from '../finding'

/**
 * Finds steps on the developer's words that the account's file has, and no history of the clone: neither in a worktree nor
 * in a commit of a branch. Once a later step has used a word, or the word is said again, a step is told no more.
 *
 * @throws Failure as `sessionsHere` does
 */
export async function lostWords(root: string, env: Environment, { ask }: Git): Promise<Finding[]> {
  const { all } = sessionsHere(root, env)
  const uses = Object.values(all).flatMap(({ uses }) => uses.filter(leavesEntry))
  const found = usesIn(root, [...new Set(uses.map(messageOf))], historyPath)
  const gone: string[] = []
  for (const use of uses.filter((each) => !found.includes(each) && !isMadeUp(each, all, found))) {
    const log = ask(['log', '--all', '--since=1.day', '-1', '--format=%H', `-S${use}`, '--', '.ai'])
    if ((await log.catch(() => '')) === '') gone.push(use)
  }
  const message = `In no history here: ${gone.length === 1 ? 'a step' : `${gone.length} steps`} on the developer's word. It was taken out, as by git checkout or reset; the word stays used.`
  return gone.length === 0 ? [] : [finding('word-lost', '.ai', message, 'git reflog   # or say the word again')]
}

/** Whether the developer has gone on since a use: by a later step that is found, or by the same word in a later message. */
function isMadeUp(use: string, all: Sessions, found: readonly string[]): boolean {
  const [message = '', word = ''] = use.split('.')
  const own = Object.values(all).find(({ uses }) => uses.includes(use))
  if (own?.uses.slice(own.uses.indexOf(use)).some((each) => found.includes(each))) return true
  return Object.values(all).some(
    ({ id, said, words, uses }) =>
      id !== message &&
      (id === own?.id || said > (own?.said ?? '')) &&
      (word in words || uses.some((each) => messageOf(each) === id && found.includes(each))),
  )
}

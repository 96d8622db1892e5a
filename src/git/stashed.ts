import type { Environment } from '../disk/settings/settings'
import { exit, Failure } from '../text/failure'
import { quietGit } from './git'
import { branchNameOf } from './head'

/**
 * @param path of a state that is not here
 * @returns why it is not: a stash of this branch has it; a later step would be in the way of what it brings back
 */
export async function stashed(root: string, path: string, env: Environment): Promise<Failure | undefined> {
  const ask = (...args: string[]) => quietGit(root, env)(args).catch(() => '')
  const subjects = (await ask('log', '--walk-reflogs', '--format=%gs', 'refs/stash', '--')).split('\n')
  const branch = branchNameOf(root) ?? '(no branch)'
  for (const [number, subject] of subjects.entries()) {
    if (/^(?:WIP on|On) ([^:]+):/.exec(subject)?.[1] !== branch) continue
    // What git did not track yet is in the third parent.
    const places = ['^3', ''].map((part) => `refs/stash@{${number}}${part}:./${path}`)
    const found = await Promise.all(places.map((place) => ask('rev-parse', '--verify', '--quiet', place)))
    if (found.every((id) => id === '')) continue
    const message = `A stash of this branch has \`${path}\`, so its work is not here. \`spell new NAME\` begins other work beside it.`
    return new Failure(exit.notPossible, 'stashed', message, `git stash pop${number === 0 ? '' : ` ${number}`}`)
  }
  return undefined
}

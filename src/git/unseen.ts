import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { namesIn } from '../disk/read'
import { exit, Failure } from '../text/failure'
import { openGit } from './git'
import { branchNameOf, gitFolderOf, readTrimmed } from './head'

/**
 * @param path of a state that is not here
 * @returns why it is not: a stash of this branch has it; a later step would be in the way of what it brings back
 */
async function stashed(root: string, path: string, env: Environment): Promise<Failure | undefined> {
  const git = openGit(root, env)
  const ask = (...args: string[]) => git.ask(args).catch(() => '')
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

/** @returns why no work can be seen: a sparse checkout leaves `.ai/` out, which git is asked only if it is not here */
export async function leftOut(root: string, env: Environment): Promise<Failure | undefined> {
  const folder = gitFolderOf(root)
  if (folder === undefined || readTrimmed(join(folder, 'info/sparse-checkout')) === undefined) return undefined
  // What git ignores stays where it is.
  if (namesIn(root, '.ai').some((name) => name !== '.local')) return undefined
  const { ask } = openGit(root, env)
  const known = await ask(['ls-files', '-t', '-z', '--', '.ai']).catch(() => '')
  if (!known.split('\0').some((entry) => entry.startsWith('S '))) return undefined
  const message = 'git has `.ai/`, but this sparse checkout leaves it out: the work in it is not here.'
  return new Failure(exit.notPossible, 'not-checked-out', message, 'git sparse-checkout add .ai')
}

/** @returns why work that git has is not here: a sparse checkout leaves it out, or a stash has the path of its state */
export const unseen = async (root: string, path: string, env: Environment): Promise<Failure | undefined> =>
  (await leftOut(root, env)) ?? (await stashed(root, path, env))

import type { Environment } from '../settings/settings'
import { gitFailed } from './git-failed'
import { type QuietGit, quietGit } from './quiet-git'
import { withoutGit } from './start'

const who = ['user.name=spell', 'user.email=spell@localhost', 'commit.gpgSign=false'].flatMap((each) => ['-c', each])

/**
 * Commits everything in a repository that is thrown away. No hook runs.
 *
 * @param folder absolute
 * @throws Failure (system) `no-git`, `git-failed`
 */
export async function commitEverything(folder: string, env: Environment): Promise<void> {
  const git = quietGit(folder, env)
  try {
    await git(['add', '--all'])
    await git([...who, 'commit', '--quiet', '--message', 'work'])
  } catch (error) {
    throw gitFailed(folder, error)
  }
}

/**
 * Tries to commit in a repository that is thrown away.
 *
 * @param folder absolute
 * @param hooks the folder of its hooks, absolute
 * @returns whether a hook has refused it
 * @throws Failure (system) `no-git`
 */
export async function isCommitRefused(folder: string, hooks: string, env: Environment): Promise<boolean> {
  const git: QuietGit = quietGit(folder, env)
  try {
    await git(['-c', `core.hooksPath=${hooks}`, ...who, 'commit', '--quiet', '--allow-empty', '--message', 'work'])
    return false
  } catch (error) {
    const missing = withoutGit(error)
    if (missing) throw missing
    return true
  }
}

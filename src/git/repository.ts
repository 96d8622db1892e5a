import { exit, Failure } from '../failure/failure'
import type { Environment } from '../settings/settings'
import { simpleGitIn } from './start'

/** Creates an empty git repository. Throws Failure `no-git` if git is not installed */
export async function makeRepository(folder: string, env: Environment): Promise<void> {
  try {
    await (await simpleGitIn(folder, env)).init()
  } catch (error) {
    const message = 'git could not make a repository to throw away.'
    throw new Failure(exit.system, 'no-git', message, 'git --version', { cause: error })
  }
}

import type { Environment } from '../settings/settings'
import { indexFiles } from './piece-files'
import { quietGit } from './quiet-git'
import { gitFailed } from './start'

/**
 * @param root absolute
 * @param env the environment of the process
 * @returns the files in `.ai/` about which git asks, relative to the root
 * @throws Failure (system) `no-git`, `git-failed`
 */
export async function unmergedFiles(root: string, env: Environment): Promise<readonly string[]> {
  try {
    return [...(await indexFiles(quietGit(root, env))).unmerged]
  } catch (error) {
    throw gitFailed(root, error)
  }
}

import type { Environment } from '../settings/settings'
import { gitFolderOf } from './head'
import { quietGit } from './quiet-git'
import { ifInstalled } from './start'

/** @returns those that git ignores and does not track; undefined without a repository. Throws Failure `git-failed` */
export async function ignoredOf(
  root: string,
  paths: readonly string[],
  env: Environment,
): Promise<readonly string[] | undefined> {
  if (paths.length === 0) return []
  if (!gitFolderOf(root)) return undefined
  return await ifInstalled(root, async () => {
    const text = await quietGit(root, env)(['check-ignore', '-z', '--stdin'], paths.map(asBytes).join(''))
    const ignored = new Set(text.split('\0'))
    return paths.filter((path) => ignored.has(asBytes(path).slice(0, -1)))
  })
}

/** As git is told names: a character a byte, and an end. */
const asBytes = (path: string): string => `${Buffer.from(path).toString('latin1')}\0`

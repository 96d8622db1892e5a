import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { openGit } from './git'
import { gitFolderOf, isMerging } from './head'

/**
 * Tells whether the commit in preparation only brings in commits of others: it concludes a merge, and the index equals
 * git's own merge result, apart from conflicting files and those in `.ai/`. If git cannot tell, it does not: in an
 * octopus merge, or before git 2.38.
 */
export async function bringsOnlyOthers(root: string, env: Environment): Promise<boolean> {
  const folder = gitFolderOf(root)
  if (!folder || !isMerging(root)) return false
  const [other = '', ...more] = readFileSync(join(folder, 'MERGE_HEAD'), 'utf8').trim().split('\n')
  if (more.length > 0) return false
  // What `git commit --all` stages has an index of its own.
  const git = openGit(root, env).at(root, env.GIT_INDEX_FILE)
  try {
    const merged = await git(['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', 'HEAD', other])
    const [tree = '', ...asked] = merged.split('\0')
    const staged = await git(['diff-index', '--cached', '--no-renames', '--name-only', '-z', tree])
    const own = staged.split('\0').filter((path) => path !== '' && !asked.includes(path))
    return own.every((path) => /(?:^|\/)\.ai\//.test(path))
  } catch {
    return false
  }
}

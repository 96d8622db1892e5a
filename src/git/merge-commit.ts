import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitFolderOf, isMerging } from './head'
import { startGit } from './start'

/**
 * Tells whether the commit in preparation only brings in commits of others: it concludes a merge, and the index equals
 * git's own merge result, apart from conflicting files and those in `.ai/`.
 *
 * @param root absolute
 * @returns false also if git cannot tell: in an octopus merge, or before git 2.38
 */
export async function bringsOnlyOthers(root: string): Promise<boolean> {
  const folder = gitFolderOf(root)
  if (!folder || !isMerging(root)) return false
  const [other = '', ...more] = readFileSync(join(folder, 'MERGE_HEAD'), 'utf8').trim().split('\n')
  if (more.length > 0) return false
  const git = await startGit(root)
  try {
    const merged = await git.raw('merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', 'HEAD', other)
    const [tree = '', ...asked] = merged.split('\0')
    const staged = await git.raw('diff-index', '--cached', '--no-renames', '--name-only', '-z', tree)
    const own = staged.split('\0').filter((path) => path !== '' && !asked.includes(path))
    return own.every((path) => /(?:^|\/)\.ai\//.test(path))
  } catch {
    return false
  }
}

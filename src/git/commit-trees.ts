import { getOrInsert } from '../engine/records'
import { topOf } from './clone'
import { entriesOf, type Git } from './git'
import { gitFolderOf } from './head'
import { depthOfRecords, recordsAmong, recordsOf } from './listed-files'
import type { Trees } from './tree'
import { folderMode, type TreeFile, treeIdOf } from './tree-id'

/**
 * @returns what tells the id of a tree without the records of spell, undefined where this clone lacks a part of it;
 *   undefined without git
 */
function bareIds({ root, objects }: Git, isRoot: boolean): ((tree: string) => Promise<string | undefined>) | undefined {
  const top = topOf(root)
  if (!gitFolderOf(root) || !top) return undefined
  const records = isRoot ? Buffer.from(recordsOf(top, root)).toString('latin1') : undefined
  const known = new Map<string, Promise<string | undefined>>()

  async function pathsIn(tree: string, under: string, depth: number): Promise<readonly string[]> {
    const below = async ({ path, mode, id }: TreeFile) =>
      mode === folderMode && depth > 0 ? pathsIn(id, `${under}${path}/`, depth - 1) : [under + path]
    return (await Promise.all(((await entriesOf(objects, tree)) ?? []).map(below))).flat()
  }

  const hasRecords = async (tree: string): Promise<boolean> =>
    recordsAmong(await pathsIn(tree, '.ai/', depthOfRecords))('.ai/')

  /** @param own the folder of records that is known, as seen from this tree. @returns empty if nothing is left */
  const bareIn = (tree: string, own: string | undefined): Promise<string | undefined> =>
    getOrInsert(known, `${tree} ${own ?? ''}`, async () => {
      const entries = (await entriesOf(objects, tree)) ?? [undefined]
      const left = await Promise.all(entries.map((entry) => entry && leftOf(entry, own)))
      if (!left.every((each) => each !== undefined)) return undefined
      const files = left.filter(({ id }) => id !== '')
      return files.length > 0 ? treeIdOf(files, tree) : ''
    })

  async function leftOf(entry: TreeFile, own: string | undefined): Promise<TreeFile | undefined> {
    if (entry.mode !== folderMode) return entry
    const folder = `${entry.path}/`
    if (folder === own || (folder === '.ai/' && (await hasRecords(entry.id)))) return { ...entry, id: '' }
    const id = await bareIn(entry.id, own?.startsWith(folder) ? own.slice(folder.length) : undefined)
    return id === undefined ? undefined : { ...entry, id }
  }

  return async (tree) => (await bareIn(tree, records)) || treeIdOf([], tree)
}

/**
 * @param commit an id, or another name that git knows
 * @param isRoot as for `treesOf`
 * @returns the id of a commit's tree without the records of spell; undefined without git, or where it lacks that commit
 */
export async function treeOfCommit(git: Git, commit: string, isRoot = true): Promise<string | undefined> {
  const bare = bareIds(git, isRoot)
  const tree = bare && (await git.objects.get(`${commit}^{tree}`))
  return tree && bare(tree.id)
}

/** The newest so many are looked at. */
const mostCommits = 2_000

/**
 * Finds the commits whose files are what was seen. Starts git once, whatever is asked.
 *
 * @param seen trees of a worktree, each with the commit that it stood at: none before that one has what was seen there
 * @returns by `treeAll` the newest commit on this branch that has these files; those without one are absent
 */
export async function commitsWith(
  git: Git,
  seen: readonly Partial<Pick<Trees, 'head' | 'treeAll'>>[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const open = new Map<string, Set<string | undefined>>()
  for (const { treeAll, head } of seen)
    if (treeAll) getOrInsert(open, treeAll, () => new Set<string | undefined>()).add(head)
  const bare = open.size === 0 ? undefined : bareIds(git, true)
  if (!bare) return found
  const asked = ['log', `--max-count=${mostCommits}`, '--format=%H %T', 'HEAD', '--']
  // Before the first commit there is no HEAD.
  const log = await git.ask(asked).catch(() => '')
  for (const line of log.split('\n')) {
    const [commit = '', tree = ''] = line.split(' ')
    const id = tree && (await bare(tree))
    if (id && open.delete(id)) found.set(id, commit)
    for (const [wanted, heads] of open) if (heads.delete(commit) && heads.size === 0) open.delete(wanted)
    if (open.size === 0) break
  }
  return found
}

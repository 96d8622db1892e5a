import { kept } from '../engine/records'
import type { Environment } from '../settings/settings'
import { topOf } from './clone'
import { converse } from './conversation'
import { gitFolderOf } from './head'
import { entriesIn } from './objects'
import { quietGit } from './quiet-git'
import { depthOfRecords, recordsAmong, recordsOf } from './records'
import { startGit } from './start'
import type { Trees } from './tree'
import { type TreeFile, treeIdOf } from './tree-id'

/** Reads trees of commits, as ids of what is left of them without the records of spell. */
interface CommitTrees {
  /** @returns undefined if this clone does not have it, or lacks a part of it */
  readonly bare: (tree: string) => Promise<string | undefined>
  readonly idOf: (name: string) => Promise<string | undefined>
}

const folderMode = '40000'

/** One process of git answers for all. Returns undefined without git */
async function withTrees<T>(
  root: string,
  env: Environment,
  isRoot: boolean,
  use: (trees: CommitTrees) => Promise<T>,
): Promise<T | undefined> {
  const top = topOf(root)
  if (!gitFolderOf(root) || !top) return undefined
  const records = isRoot ? Buffer.from(recordsOf(top, root)).toString('latin1') : undefined
  const git = converse(() => startGit(top, ['cat-file', '--batch'], env), true)
  const known = new Map<string, Promise<string | undefined>>()

  async function entriesOf(tree: string): Promise<readonly TreeFile[] | undefined> {
    const said = await git.ask(tree)
    return said?.type === 'tree' ? entriesIn(said.bytes, said.id.length / 2) : undefined
  }

  async function pathsIn(tree: string, under: string, depth: number): Promise<readonly string[]> {
    const below = async ({ path, mode, id }: TreeFile) =>
      mode === folderMode && depth > 0 ? pathsIn(id, `${under}${path}/`, depth - 1) : [under + path]
    return (await Promise.all(((await entriesOf(tree)) ?? []).map(below))).flat()
  }

  const hasRecords = async (tree: string): Promise<boolean> =>
    recordsAmong(await pathsIn(tree, '.ai/', depthOfRecords))('.ai/')

  /** @param own the folder of records that is known, as seen from this tree. @returns empty if nothing is left */
  const bareIn = (tree: string, own: string | undefined): Promise<string | undefined> =>
    kept(known, `${tree} ${own ?? ''}`, async () => {
      const entries = (await entriesOf(tree)) ?? [undefined]
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

  try {
    return await use({
      idOf: async (name) => (await git.ask(name))?.id,
      bare: async (tree) => (await bareIn(tree, records)) || treeIdOf([], tree),
    })
  } finally {
    git.end()
  }
}

/**
 * @param commit an id, or another name that git knows
 * @param isRoot as for `treesOf`
 * @returns the id of a commit's tree without the records of spell; undefined without git, or where it lacks that commit
 */
export const treeOfCommit = (root: string, commit: string, env: Environment, isRoot = true) =>
  withTrees(root, env, isRoot, async ({ idOf, bare }) => {
    const tree = await idOf(`${commit}^{tree}`)
    return tree && bare(tree)
  })

/** The newest so many are looked at. */
const mostCommits = 2_000

/**
 * Finds the commits whose files are what was seen. Starts git twice, whatever is asked.
 *
 * @param seen trees of a worktree, each with the commit that it stood at: none before that one has what was seen there
 * @returns by `treeAll` the newest commit on this branch that has these files; those without one are absent
 */
export async function commitsWith(
  root: string,
  seen: readonly Partial<Pick<Trees, 'head' | 'treeAll'>>[],
  env: Environment,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const open = new Map<string, Set<string | undefined>>()
  for (const { treeAll, head } of seen) if (treeAll) kept(open, treeAll, () => new Set<string | undefined>()).add(head)
  if (open.size === 0 || !gitFolderOf(root)) return found
  const asked = ['log', `--max-count=${mostCommits}`, '--format=%H %T', 'HEAD', '--']
  // Before the first commit there is no HEAD.
  const log = await quietGit(root, env)(asked).catch(() => '')
  await withTrees(root, env, true, async ({ bare }) => {
    for (const line of log.split('\n')) {
      const [commit = '', tree = ''] = line.split(' ')
      const id = tree && (await bare(tree))
      if (id && open.delete(id)) found.set(id, commit)
      for (const [wanted, heads] of open) if (heads.delete(commit) && heads.size === 0) open.delete(wanted)
      if (open.size === 0) return
    }
  })
  return found
}

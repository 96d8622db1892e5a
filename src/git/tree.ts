import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMoved, isTouched } from '../disk/stat'
import { copyWithTime, withThrowawayFolder } from '../disk/throwaway'
import { treeOfCommit } from './commit-trees'
import { type Git, type QuietGit, readable, withGit } from './git'
import { headOf, refIn } from './head'
import { listed, recordsAmong, recordsOf, worktreeFiles } from './listed-files'
import { ifInstalled } from './start'
import { type TreeFile, treeIdOf } from './tree-id'

/** What lies in a worktree, as ids of trees that git would make of it, without the records of spell. */
export interface Trees {
  /** The commit that it stands at; undefined before the first one. */
  readonly head?: string
  /** The tracked files, as they are here. */
  readonly tree: string
  /** With the files that are not tracked yet and not ignored. */
  readonly treeAll: string
  /** What HEAD says: the branch that is checked out, or the commit. */
  readonly ref?: string
  /** Files of `treeAll` that were touched since the time that was asked for, if one was; relative to the top of the worktree. */
  readonly touched?: readonly string[]
}

/** git is told not to look at files of the worktree, so no id says what they are. */
interface HiddenFiles {
  /** The first few, relative to the top of the worktree. */
  readonly hidden: readonly string[]
}

const mostHidden = 5

/**
 * Says what lies in the whole worktree. Writes nothing into the repository, whatever is going on in it: what has
 * changed is looked at on a copy of the index, and only its ids are computed.
 *
 * @param since a time of the file system, in nanoseconds: which files were touched since
 * @param isRoot whether `.ai/` of this folder has records of spell, whatever is in it
 * @returns undefined without git, or outside a repository
 * @throws Failure (system) `git-failed`, with what git says: it does not work here, or a file cannot be read
 */
export async function treesOf(whole: Git, since?: bigint, isRoot = true): Promise<Trees | HiddenFiles | undefined> {
  const { root } = whole
  const { top, folder } = whole.here ?? {}
  if (!folder || !top) return undefined
  const files = ['--', ':/', ...(isRoot ? [`:(exclude,top,literal)${recordsOf(top, root)}`] : [])]
  return await withThrowawayFolder(async (scratch) => {
    const index = join(scratch, 'index')
    const own = join(folder, 'index')
    const indexed = copyWithTime(own, index)
    return await ifInstalled(root, async () => {
      const git = whole.at(top, index)
      const listing = ['ls-files', '-s', '-z', '--cached']
      const others = ['-v', '--modified', '--deleted', '--others', '--exclude-standard']
      const { tracked, hidden, changed, added, gone } = worktreeFiles(await git([...listing, ...others, ...files]))
      const present = tracked.map(({ path }) => path).filter((path) => !gone.has(path))
      const isRecord = recordsAmong([...present, ...added, ...hidden])
      const unseen = hidden.filter((path) => !isRecord(path))
      if (unseen.length > 0) return { hidden: unseen.slice(0, mostHidden).map(readable) }
      const moving = since === undefined ? [] : await touchable(git, files, present, indexed, since)
      const look = [...changed, ...added].filter((path) => !isRecord(path))
      // Files in the way of others go first; what is new comes last.
      const looking = ['update-index', '--info-only', '--add', '--remove', '--replace', '-z', '--stdin']
      if (look.length > 0) await git(looking, look.map((path) => `${path}\0`).join(''))
      const all = look.length > 0 ? listed(await git([...listing, ...files])) : tracked
      const ref = refIn(folder)
      const head = headOf(root, folder, ref)
      const here = all.filter(({ path }) => !gone.has(path) && !isRecord(path))
      const inner = await repositoriesIn(top, here, whole, since)
      if ('hidden' in inner) return inner
      const known = here.filter(({ path }) => !added.has(path))
      const treeAll = treeIdOf(here.map(inner.all), all[0]?.id ?? head)
      const tree = treeIdOf(known.map(inner.tracked), treeAll)
      const trees = { ...(head && { head }), ...(ref && { ref }), tree, treeAll }
      if (since === undefined) return trees
      const mine = [...new Set([...moving, ...added])].filter((path) => !isRecord(path))
      const moved = foldersOf(known.map(({ path }) => path)).filter((path) => isMoved(fullPath(top, path), since))
      const touched = [...mine.filter((path) => isTouched(fullPath(top, path), since)), ...moved]
      return { ...trees, touched: [...touched.map(readable), ...inner.touched] }
    })
  })
}

/**
 * The tracked files that can have been touched since then: those that are not as the index knows them. git compares
 * whole seconds, so where the index is not older all can.
 */
async function touchable(
  git: QuietGit,
  files: readonly string[],
  tracked: readonly string[],
  indexed: number | undefined,
  since: bigint,
): Promise<readonly string[]> {
  if (indexed === undefined || Math.floor(indexed) >= since / 1_000_000_000n) return tracked
  const printed = await git(['diff-files', '--name-only', '-z', '--ignore-submodules=all', ...files])
  return printed.split('\0').filter(Boolean)
}

/** @returns the folders that files lie in, each with a `/` at its end */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at + 1)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return [...folders]
}

/** Names of files need not be text. */
const fullPath = (top: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')])

/**
 * Looks into the repositories that lie in the worktree, as submodules do: git knows them by their commits. One with
 * something that is not committed counts by its tree, so that every change changes the id of what is around it.
 */
async function repositoriesIn(
  top: string,
  files: readonly TreeFile[],
  { env }: Git,
  since: bigint | undefined,
): Promise<
  HiddenFiles | (Readonly<Record<'tracked' | 'all', (file: TreeFile) => TreeFile>> & Required<Pick<Trees, 'touched'>>)
> {
  const found = new Map<string, Pick<Trees, 'tree' | 'treeAll'>>()
  const touched: string[] = []
  for (const { path } of files.filter(({ mode }) => mode === '160000')) {
    const folder = join(top, readable(path))
    // Without this there is nothing in it yet.
    if (!existsSync(join(folder, '.git'))) continue
    const [trees, committed] = await withGit(folder, env, (git) =>
      Promise.all([treesOf(git, since, false), treeOfCommit(git, 'HEAD', false)]),
    )
    if (trees && 'hidden' in trees) return { hidden: trees.hidden.map((each) => `${readable(path)}/${each}`) }
    touched.push(...(trees?.touched ?? []).map((each) => `${readable(path)}/${each}`))
    if (trees && trees.treeAll !== committed) found.set(path, trees)
  }
  const counting = (which: 'tree' | 'treeAll') => (file: TreeFile) => ({
    ...file,
    id: found.get(file.path)?.[which] ?? file.id,
  })
  return { tracked: counting('tree'), all: counting('treeAll'), touched }
}

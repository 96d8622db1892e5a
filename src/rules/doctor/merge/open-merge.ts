import { workflows } from '../../../flows/registry'
import { gitFolderOf, mayBeMerging } from '../../../git/head'
import { type Merge, mergeIn, type Unsettled } from '../../../git/merge-tips'
import { withObjects } from '../../../git/objects'
import { committedFiles, type IndexFiles, indexFiles } from '../../../git/piece-files'
import { type QuietGit, quietGit } from '../../../git/quiet-git'
import { gitFailed } from '../../../git/start'
import type { Environment } from '../../../settings/settings'
import { decide, otherThan, type Side, type Trees, taken } from './decide'
import { folderOf, textHere } from './here'
import { type Homes, homeOf, homesIn, type Pieces, type PieceThere, piecesIn } from './pieces'

/** A merge of two commits in which pieces of work are not settled. */
export interface OpenMerge {
  readonly merge: Merge
  readonly trees: Trees
  readonly index: IndexFiles
  /** The folders of the pieces of work in it, in any of the commits. */
  readonly folders: ReadonlySet<string>
  /** The ids of those that need the user's word. */
  readonly asked: ReadonlySet<string>
}

/** What cannot be settled, the folders of the pieces of work in it, and those of them that each commit has. */
export interface UnsettledWork extends Unsettled {
  readonly folders: readonly string[]
  readonly inCommit: ReadonlyMap<string, readonly string[]>
}

/** What git asks about in `.ai/`. */
export interface Asked {
  readonly open?: OpenMerge
  readonly unsettled?: UnsettledWork
  /** The files that belong to no piece of work. */
  readonly stray: readonly string[]
}

const nothing: Asked = { stray: [] }

/**
 * Looks for pieces of work that git is putting together from two commits, or has put together in the last one. They are
 * read from the commits, not from what git has made of them. Only reads.
 *
 * @param root absolute
 * @param env the environment of the process
 * @throws Failure (system) `git-failed` if git cannot be asked while it puts something together
 */
export async function askedIn(root: string, env: Environment): Promise<Asked> {
  if (!gitFolderOf(root)) return nothing
  const git = quietGit(root, env)
  try {
    const index = await indexFiles(git)
    const merge = await mergeIn(root, git, index.unmerged.size > 0)
    const paths = [...index.unmerged]
    if (!merge) return { stray: paths }
    const homes = new Set(paths.flatMap((path) => homeOf(path) ?? []))
    const stray = paths.filter((path) => homeOf(path) === undefined)
    if ('ways' in merge) {
      return homes.size > 0 ? { stray, unsettled: await unsettledWork(root, git, env, merge, homes) } : { stray }
    }
    if (paths.length === 0 && !merge.isWhole) return nothing
    // What was staged since is no longer of that commit.
    if (!merge.next && (await git(['diff-index', '--cached', '--name-only', 'HEAD', '--', '.ai/'])) !== '')
      return nothing
    const trees = await treesOf(root, git, env, merge, homes)
    const isOpen = homes.size > 0 || (merge.isWhole && !isSettled(root, merge, trees, index))
    const folders = new Set([...homes, ...foldersOf(trees)])
    return isOpen ? { stray, open: { merge, trees, index, folders, asked: decide(trees, 'mine').asked } } : { stray }
  } catch (error) {
    // Without git, or where it refuses to work, nothing can be asked; then only its own files tell of a merge.
    if (!mayBeMerging(root)) return nothing
    throw gitFailed(root, error)
  }
}

const foldersOf = ({ mine, theirs, bases }: Trees): string[] =>
  [mine, theirs, ...bases].flatMap((pieces) => [...pieces.values()].map(({ folder }) => folder))

/** Finds all folders in which the commits have the pieces of work that git asks about. */
async function unsettledWork(
  root: string,
  git: QuietGit,
  env: Environment,
  unsettled: Unsettled,
  homes: ReadonlySet<string>,
): Promise<UnsettledWork> {
  const pieces = new Map<string, readonly PieceThere[]>()
  await withObjects(root, env, async (objects) => {
    for (const { commit } of unsettled.ways)
      if (commit) {
        const found = await piecesIn(objects, homesIn(await committedFiles(git, commit)), () => true)
        pieces.set(commit, [...found.values()])
      }
  })
  const all = [...pieces.values()].flat()
  const ids = new Set(all.flatMap(({ id, folder }) => (homes.has(folder) ? [id] : [])))
  const ofThem = (some: readonly PieceThere[]) => some.flatMap(({ id, folder }) => (ids.has(id) ? [folder] : []))
  const inCommit = new Map([...pieces].map(([commit, some]) => [commit, ofThem(some)]))
  return { ...unsettled, folders: [...new Set([...homes, ...ofThem(all)])], inCommit }
}

/** @param homes the folders that git asks about: it may do so where both sides are the same */
async function treesOf(
  root: string,
  git: QuietGit,
  env: Environment,
  merge: Merge,
  homes: ReadonlySet<string>,
): Promise<Trees> {
  const homesOf = async (commit: string) => homesIn(await committedFiles(git, commit))
  const [mine, theirs] = [await homesOf(merge.mine.commit), await homesOf(merge.theirs.commit)]
  const isWanted = (folder: string) => homes.has(folder) || mine.get(folder)?.key !== theirs.get(folder)?.key
  return await withObjects(root, env, async (objects) => {
    const read = (homes: Homes) => piecesIn(objects, homes, isWanted)
    const bases: Pieces[] = []
    for (const base of merge.bases) bases.push(await read(await homesOf(base)))
    const trees = { mine: await read(mine), theirs: await read(theirs), bases }
    if (merge.before === undefined) return trees
    const before = await read(await homesOf(merge.before))
    const ids = [...before.keys(), ...trees.theirs.keys()]
    return { ...trees, picked: new Set(ids.filter((id) => before.get(id)?.key !== trees.theirs.get(id)?.key)) }
  })
}

/** Whether what is here is what one of the two choices leads to, or goes on from it. */
const isSettled = (root: string, merge: Merge, trees: Trees, index: IndexFiles): boolean =>
  (['mine', 'theirs'] as const).some((chosen) => isAsChosen(root, merge, trees, index, chosen))

function isAsChosen(root: string, merge: Merge, trees: Trees, { files }: IndexFiles, chosen: Side): boolean {
  const { sides, asked } = decide(trees, chosen)
  const pieces = taken(trees, sides)
  return [...asked].every((id) => {
    const piece = pieces.get(id)
    const folder = folderOf(root, id)
    if (!piece || folder === undefined) return !piece && folder === undefined
    const other = trees[otherThan(chosen)].get(id)
    if (!other) return true
    const history = unix(textHere(root, folder, 'history.jsonl'))
    if (piece.history === '' || history.includes(`"tip":"${merge[otherThan(chosen)].commit}"`)) return true
    const hasBoth = history.startsWith(unix(piece.history)) && endsIn(unix(piece.history), other)
    // git may have carried what one side wrote into what the other has archived.
    const isPure = !isArchive(piece) || [...piece.files.values()].every((file) => files.get(file.path)?.id === file.id)
    return hasBoth && isPure
  })
}

const isArchive = ({ folder }: PieceThere): boolean =>
  workflows.some(({ archive }) => archive !== undefined && folder.startsWith(`${archive}/`))

/** Whether a history has the last entry of a piece of work. */
const endsIn = (history: string, piece: PieceThere): boolean =>
  history.includes(unix(piece.history).trimEnd().split('\n').at(-1) ?? '')

/** git may convert line endings. */
const unix = (text: string): string => text.replaceAll('\r\n', '\n')

import { pathInCommand } from '../../../disk/disk-failure'
import { settlingPath } from '../../../disk/local'
import { isFile, isFolder, readText } from '../../../disk/read'
import type { Git } from '../../../git/git'
import { gitFolderOf, mayBeMerging, seeGit } from '../../../git/head'
import { type Merge, mergeIn, type Unsettled } from '../../../git/merge-tips'
import { askGit, committedFiles, type IndexFiles, indexFiles } from '../../../git/piece-files'
import { gitFailed } from '../../../git/start'
import { attemptAsync, Failure } from '../../../text/failure'
import { idOf } from '../../../work/history/work-id'
import { allWork } from '../../../work/open'
import type { TitleOf } from '../../../work/texts'
import { workflows } from '../../../workflows/registry'
import { intoPlace } from '../../bring-back'
import { type Finding, finding } from '../../finding'
import { byFirstEntry, homeOf } from '../../pieces'
import { choiceToName, decide, otherThan, type RebaseChoice, type Side, sides, type Trees, taken } from './choice'
import { type Homes, homesIn, type Pieces, type PieceThere, piecesIn } from './pieces'
import { tellOpen, tellStray, tellUnsettled } from './words'

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

/** What cannot be settled, the folders of the pieces of work in it, and the commands of git that help. */
export interface UnsettledWork {
  readonly act: string
  readonly folders: readonly string[]
  readonly ways: readonly { readonly what: string; readonly command: string }[]
}

/** What git asks about in `.ai/`. */
interface Asked {
  readonly open?: OpenMerge
  readonly unsettled?: UnsettledWork
  /** The files that belong to no piece of work. */
  readonly stray: readonly string[]
}

/** What is to be settled. */
export interface MergeSeen extends Omit<Asked, 'stray'> {
  readonly findings: readonly Finding[]
  /** Whether pieces of work are mixed, so that nothing else can be found in them. */
  readonly isMixed: boolean
  /** What histories are still to say after a rebase. */
  readonly toName?: RebaseChoice
}

/**
 * Looks for pieces of work that git is putting together from two commits, or has put together in the last one. They are
 * read from the commits, not from what git has made of them. Only reads.
 *
 * @throws Failure (system) `git-failed` if git cannot be asked while it puts something together
 */
export async function seeMerge(git: Git, titleOf: TitleOf): Promise<MergeSeen> {
  const { root } = git
  if (isFile(root, settlingPath)) {
    const stopped = 'The settling of a merge was stopped half-way.'
    return { findings: [finding('merge-conflict', '.ai', stopped, undefined, 'finishes it')], isMixed: true }
  }
  const { stray, ...asked } = await askedIn(git)
  const { open, unsettled } = asked
  const toName = open ? undefined : await attemptAsync(() => askGit(git, choiceToName))
  const isToName = toName !== undefined && !(toName instanceof Failure)
  const findings = [
    ...(open ? await tellOpen(open, titleOf) : []),
    ...(unsettled ? [tellUnsettled(unsettled)] : []),
    ...(isToName ? [unnamed] : []),
    ...tellStray(stray),
  ]
  return { ...asked, findings, isMixed: (open ?? unsettled) !== undefined, ...(isToName && { toName }) }
}

const unnamed = finding(
  'merge-conflict',
  '.ai',
  'A rebase was settled, and no history says so yet.',
  undefined,
  'adds the line to the history that names the other side',
)

const nothing: Asked = { stray: [] }

async function askedIn(git: Git): Promise<Asked> {
  const { root } = git
  if (!gitFolderOf(root)) return nothing
  try {
    const index = await indexFiles(git.ask)
    const merge = await mergeIn(git, index.unmerged.size > 0)
    const paths = [...index.unmerged]
    if (!merge) return { stray: paths }
    const homes = new Set(paths.flatMap((path) => homeOf(path) ?? []))
    const stray = paths.filter((path) => homeOf(path) === undefined)
    if ('ways' in merge)
      return homes.size > 0 ? { stray, unsettled: await unsettledWork(git, merge, homes) } : { stray }
    if (paths.length === 0 && !merge.isWhole) return nothing
    // What was staged since is no longer of that commit.
    if (!merge.next && (await git.ask(['diff-index', '--cached', '--name-only', 'HEAD', '--', '.ai/'])) !== '')
      return nothing
    const trees = await treesOf(git, merge, homes)
    const isOpen = homes.size > 0 || (merge.isWhole && !(await isSettled(root, merge, trees, index)))
    const pieces = [trees.mine, trees.theirs, ...trees.bases].flatMap((tree) => [...tree.values()])
    const folders = new Set([...homes, ...pieces.map(({ folder }) => folder)])
    return isOpen ? { stray, open: { merge, trees, index, folders, asked: decide(trees, 'mine').asked } } : { stray }
  } catch (error) {
    // Without git, or where it refuses to work, nothing can be asked; then only its own files tell of a merge.
    if (!mayBeMerging(seeGit(root))) return nothing
    throw gitFailed(root, error)
  }
}

/** Finds all folders in which the commits have the pieces of work that git asks about. */
async function unsettledWork(git: Git, { act, ways }: Unsettled, homes: ReadonlySet<string>): Promise<UnsettledWork> {
  const inCommit = new Map<string, readonly PieceThere[]>()
  for (const { commit } of ways) {
    if (!commit) continue
    const found = await piecesIn(git.objects, homesIn(await committedFiles(git, commit)), () => true)
    inCommit.set(commit, [...found.values()])
  }
  const all = [...inCommit.values()].flat()
  const ids = new Set(all.flatMap(({ id, folder }) => (homes.has(folder) ? [id] : [])))
  const foldersOf = (pieces: readonly PieceThere[]) => pieces.flatMap(({ id, folder }) => (ids.has(id) ? [folder] : []))
  const folders = [...new Set([...homes, ...foldersOf(all)])]
  /** Takes all of a commit, and no file of another one along. */
  const takeAll = (commit: string): string => {
    const there = foldersOf(inCommit.get(commit) ?? [])
    const words = (paths: readonly string[]) => paths.map(pathInCommand).join(' ')
    const drop = `git rm -rfq --cached --ignore-unmatch ${words(folders)}`
    const take = `git restore --source=${words([commit])} --staged --worktree ${words(there)}`
    return intoPlace(git.root, folders, there.length > 0 ? `${drop} && ${take}` : drop)
  }
  return {
    act,
    folders,
    ways: ways.map(({ what, commit, command = '' }) => ({ what, command: commit ? takeAll(commit) : command })),
  }
}

/** @param homes the folders that git asks about: it may do so where both sides are the same */
async function treesOf(git: Git, merge: Merge, homes: ReadonlySet<string>): Promise<Trees> {
  const homesOf = async (commit: string) => homesIn(await committedFiles(git, commit))
  const [mine, theirs] = [await homesOf(merge.mine.commit), await homesOf(merge.theirs.commit)]
  const isWanted = (folder: string) => homes.has(folder) || mine.get(folder)?.key !== theirs.get(folder)?.key
  const read = (some: Homes) => piecesIn(git.objects, some, isWanted)
  const bases: Pieces[] = []
  for (const base of merge.bases) bases.push(await read(await homesOf(base)))
  const trees = { mine: await read(mine), theirs: await read(theirs), bases }
  if (merge.before === undefined) return trees
  const before = await read(await homesOf(merge.before))
  const ids = [...before.keys(), ...trees.theirs.keys()]
  return { ...trees, picked: new Set(ids.filter((id) => before.get(id)?.key !== trees.theirs.get(id)?.key)) }
}

/** @returns the folders of the pieces of work in the worktree, archived ones too, by their ids as `PieceThere` has them */
export async function foldersHere(root: string): Promise<ReadonlyMap<string, string>> {
  const works = [...(await allWork(root, 'archives')), ...(await allWork(root))]
  const there = works.filter(({ folder }) => isFolder(root, folder))
  return new Map(there.map(byFirstEntry).map((work) => [idOf(work) ?? work.folder, work.folder]))
}

/** Whether the worktree has what one of the two choices leads to, or goes on from it. */
async function isSettled(root: string, merge: Merge, trees: Trees, { files }: IndexFiles): Promise<boolean> {
  const here = await foldersHere(root)
  const isAsChosen = (chosen: Side): boolean => {
    const decision = decide(trees, chosen)
    const pieces = taken(trees, decision.sides)
    return [...decision.asked].every((id) => {
      const piece = pieces.get(id)
      const folder = here.get(id)
      if (!piece || folder === undefined) return !piece && folder === undefined
      const other = trees[otherThan(chosen)].get(id)
      if (!other) return true
      const history = unix(readText(root, `${folder}/history.jsonl`) ?? '')
      if (piece.history === '' || history.includes(`"tip":"${merge[otherThan(chosen)].commit}"`)) return true
      const hasBoth = history.startsWith(unix(piece.history)) && endsIn(unix(piece.history), other)
      // git may have carried what one side wrote into what the other has archived.
      const isPure = !isArchive(piece) || [...piece.files.values()].every(({ path, id }) => files.get(path)?.id === id)
      return hasBoth && isPure
    })
  }
  return sides.some(isAsChosen)
}

const isArchive = ({ folder }: PieceThere): boolean =>
  workflows.some(({ archive }) => archive !== undefined && folder.startsWith(`${archive}/`))

/** Whether a history has the last entry of a piece of work. */
const endsIn = (history: string, piece: PieceThere): boolean =>
  history.includes(unix(piece.history).trimEnd().split('\n').at(-1) ?? '')

/** git may convert line endings. */
const unix = (text: string): string => text.replaceAll('\r\n', '\n')

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Ask, asking } from './asking'
import { gitFolderOf, readTrimmed } from './head'
import { readBlob } from './read-blob'

/** One of the two sides of a merge. */
export interface Side {
  /** The name for the user: a branch, or the short id of a commit. */
  readonly name: string
  /** The author and the date (ISO 8601); absent for a side that is not committed. */
  readonly by?: { readonly author: string; readonly date: string; readonly commit: string }
  /** Its files in `.ai/`, relative to the root, each with its blob id; empty if unknown. */
  readonly paths: ReadonlyMap<string, string>
  /** @returns the bytes of one of them; rejects with git's message if it cannot be read */
  readonly read: (path: string) => Promise<Buffer>
}

/** The two sides of a merge, in progress or committed. */
export interface Sides {
  /** With its article: `a merge`. */
  readonly act: string
  /** This branch. */
  readonly mine: Side
  readonly theirs: Side
  /** The conflicting files in `.ai/`, relative to the root. */
  readonly asked: ReadonlySet<string>
  /**
   * Whether the result must include everything of the other side, as in a merge; a cherry-pick brings in only a part.
   */
  readonly isWhole: boolean
  /** The command that continues once the conflict is resolved; absent if it is committed already. */
  readonly next?: string
}

/** Two sides whose files are not read yet. */
interface Named {
  readonly act: string
  readonly mine: string
  /** Commits: several for an octopus merge; none if git has that side only in its index. */
  readonly theirs: readonly string[]
  readonly isWhole?: true
  /** What to call the sides that no branch points at. */
  readonly names?: { readonly mine?: string; readonly theirs?: string }
  readonly next?: string
}

/** Files that git has during a merge, or keeps after one. */
const traces = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'SQUASH_MSG',
  'rebase-merge',
  'rebase-apply',
  'ORIG_HEAD',
]

/**
 * @returns whether a merge is in progress or may have happened in this clone, judging by git's own files, without
 *   starting git
 */
export function mayKnowSides(root: string): boolean {
  const folder = gitFolderOf(root)
  return folder !== undefined && traces.some((name) => existsSync(join(folder, name)))
}

/**
 * Finds the sides of the merge in progress, or of the newest commit that changed the given files.
 *
 * @param root absolute
 * @param paths relative to the root; without any, the last commit is examined
 * @returns nothing if there is no merge, or without git; several for an octopus merge
 */
export async function sidesOf(root: string, paths: readonly string[]): Promise<readonly Sides[]> {
  const folder = gitFolderOf(root)
  if (!folder) return []
  const ask = await asking(root)
  const index = indexFrom(await ask('ls-files', '--stage', '-z', '--', '.ai/'))
  const named = (await underWay(folder, index, ask)) ?? (await pastMerge(paths, ask))
  if (!named) return []
  const { act, names = {}, isWhole = false, next } = named
  const mine = await sideOf(root, named.mine, names.mine, ask)
  const common = { act, mine, asked: index.asked, isWhole, ...(next && { next }) }
  if (named.theirs.length === 0)
    return [{ ...common, theirs: { name: names.theirs ?? '', ...filesOf(root, index.theirs) } }]
  const all: Sides[] = []
  for (const commit of named.theirs) all.push({ ...common, theirs: await sideOf(root, commit, names.theirs, ask) })
  return all
}

/** @returns the last commit as a side; undefined if there is none */
export async function lastCommit(root: string): Promise<Side | undefined> {
  const ask = await asking(root)
  return (await ask('rev-parse', '--verify', '--quiet', 'HEAD'))
    ? sideOf(root, 'HEAD', 'the last commit', ask)
    : undefined
}

async function sideOf(root: string, commit: string, called: string | undefined, ask: Ask): Promise<Side> {
  const [id = '', author = '', date = ''] = (await ask('log', '-1', '--format=%H%x00%an%x00%cI', commit)).split('\0')
  const blobs = blobsFrom(await ask('ls-tree', '-r', '-z', commit, '--', '.ai/'))
  return { name: called ?? (await nameOf(id, ask)), by: { author, date, commit: id }, ...filesOf(root, blobs) }
}

function filesOf(root: string, blobs: Blobs): Pick<Side, 'paths' | 'read'> {
  const known = new Map<string, Promise<Buffer>>()
  const read = (path: string): Promise<Buffer> => {
    const bytes = known.get(path) ?? readBlob(root, blobs.get(path) ?? '')
    known.set(path, bytes)
    return bytes
  }
  return { paths: blobs, read }
}

type Blobs = ReadonlyMap<string, string>

/** The operation in progress. */
async function underWay(folder: string, index: Index, ask: Ask): Promise<Named | undefined> {
  const has = (name: string) => existsSync(join(folder, name))
  const rebase = ['rebase-merge', 'rebase-apply'].find((name) => has(`${name}/head-name`))
  if (rebase) {
    // A rebase replays the commits of this branch, so git's "theirs" is our own side.
    const replayed = (readTrimmed(join(folder, rebase, 'head-name')) ?? '').replace(/^refs\/heads\//, '')
    const theirs = await nameOf(readTrimmed(join(folder, rebase, 'onto')) ?? 'HEAD', ask)
    const names = { theirs, ...(replayed !== 'detached HEAD' && { mine: replayed }) }
    return { act: 'a rebase', mine: 'REBASE_HEAD', theirs: ['HEAD'], names, next: 'git rebase --continue' }
  }
  const [found] = coming.filter(([name]) => has(name))
  if (found) {
    const [name, act, next] = found
    if (name === 'MERGE_HEAD') {
      const theirs = (readTrimmed(join(folder, name)) ?? '').split('\n')
      return onBranch({ act, theirs, isWhole: true, next }, ask)
    }
    return onBranch({ act, theirs: [name === 'REVERT_HEAD' ? `${name}^` : name], next }, ask)
  }
  if (has('rebase-apply')) {
    const patch = { act: 'git am', theirs: [], names: { theirs: 'the patch' }, next: 'git am --continue' }
    return onBranch(patch, ask)
  }
  const squashed = /^commit ([0-9a-f]{40,64})/m.exec(readTrimmed(join(folder, 'SQUASH_MSG')) ?? '')?.[1]
  if (squashed) return onBranch({ act: 'a merge', theirs: [squashed], next: 'git commit' }, ask)
  if (index.asked.size === 0) return undefined
  const stash = blobsFrom(await ask('ls-tree', '-r', '-z', 'stash@{0}', '--', '.ai/'))
  const isStash = stash.size > 0 && [...index.coming].every(([path, id]) => stash.get(path) === id)
  const names = { theirs: 'the stash' }
  return onBranch({ act: 'git stash', theirs: isStash ? ['stash@{0}'] : [], names }, ask)
}

/** What is being merged into this branch, by the name of git's pseudo ref. */
const coming: readonly (readonly [name: string, act: string, next: string])[] = [
  ['MERGE_HEAD', 'a merge', 'git merge --continue'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick', 'git cherry-pick --continue'],
  ['REVERT_HEAD', 'a revert', 'git revert --continue'],
]

async function onBranch(named: Omit<Named, 'mine'>, ask: Ask): Promise<Named> {
  const mine = await branchOf(ask)
  return { ...named, mine: 'HEAD', names: { ...named.names, ...(mine && { mine }) } }
}

/** The newest commit that changed the given files, if it is a merge; without files, the last commit. */
async function pastMerge(paths: readonly string[], ask: Ask): Promise<Named | undefined> {
  const looked = paths.length > 0 ? paths : ['.ai/']
  const log = paths.length > 0 ? ['--', ...paths] : []
  const [commit, first, ...others] = (await ask('log', '-1', '--format=%H %P', ...log)).split(' ')
  // Files changed since then are no longer those of that commit.
  if (!commit || !first || others.length === 0 || (await ask('status', '--porcelain', '--', ...looked)) !== '')
    return undefined
  const isLast = (await ask('rev-parse', 'HEAD')) === commit
  if (paths.length === 0 && !isLast) return undefined
  const branch = isLast ? await branchOf(ask) : undefined
  return {
    act: `the merge ${commit.slice(0, 12)}`,
    mine: first,
    theirs: others,
    isWhole: true,
    ...(branch && { names: { mine: branch } }),
  }
}

const branchOf = async (ask: Ask): Promise<string | undefined> =>
  (await ask('symbolic-ref', '--quiet', '--short', 'HEAD')) || undefined

/** @returns a branch that points at the commit, otherwise its short id */
async function nameOf(commit: string, ask: Ask): Promise<string> {
  const at = await ask('for-each-ref', '--points-at', commit, '--format=%(refname:short)', 'refs/heads', 'refs/remotes')
  return at.split('\n')[0] || commit.slice(0, 12)
}

/** The index entries of `.ai/`. */
interface Index {
  /** The conflicting files. */
  readonly asked: ReadonlySet<string>
  /** Their version from the other side. */
  readonly coming: Blobs
  /** The same, and what both sides have in common. */
  readonly theirs: Blobs
}

function indexFrom(listed: string): Index {
  const entries = listed.split('\0').flatMap((entry): [stage: string, path: string, id: string][] => {
    const [, id = '', stage = '', path = ''] = /^100\d+ (\w+) (\d)\t(.*)$/s.exec(entry) ?? []
    return path ? [[stage, path, id]] : []
  })
  const at = (...stages: string[]) =>
    new Map(entries.flatMap(([stage, path, id]) => (stages.includes(stage) ? [[path, id] as const] : [])))
  return { asked: new Set(at('1', '2', '3').keys()), coming: at('3'), theirs: at('0', '3') }
}

const blobsFrom = (listed: string): Blobs =>
  new Map(
    listed.split('\0').flatMap((entry): [string, string][] => {
      const [, id = '', path = ''] = /^100\d+ blob (\w+)\t(.*)$/s.exec(entry) ?? []
      return path ? [[path, id]] : []
    }),
  )

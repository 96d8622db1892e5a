import type { Environment } from '../disk/environment'
import { getOrInsert } from '../engine/records'
import { type BranchTip, branchesOf, type Commit, readCommit } from '../git/branches'
import { type Objects, withGit } from '../git/git'
import { pathInTree, sameFolderIn, type Worktree, worktreesOf } from '../git/worktrees'
import { attemptAsync, Failure } from '../text/failure'
import { unreadableThere, workReader } from './branch-work'
import { type FoundPiece, piecesIn } from './overview'
import type { PieceOfWork, TextsOf, TurnOf } from './piece'

export interface WorkPlace {
  readonly kind: 'worktree' | 'branch' | 'remote'
  /** The branch; of a worktree the checked out one, absent with a detached HEAD. */
  readonly branch?: string
  /** The folder of a worktree, absolute. */
  readonly folder?: string
  /** The same as seen from this worktree. */
  readonly path?: string
  readonly isHere?: true
}

/** A piece of work at one step, wherever it is. */
export interface SpreadWork extends PieceOfWork {
  /** The worktrees first, then the local branches. */
  readonly places: readonly WorkPlace[]
  /** The newest of the last commits there; absent before the first one. */
  readonly commit?: Pick<Commit, 'id' | 'by' | 'time'>
  /** When something last happened to it: a step, or a commit there. */
  readonly last?: string
  readonly isStale?: true
}

interface Unread {
  readonly places: readonly WorkPlace[]
  readonly why: string
}

/** The work in all worktrees and branches of a clone. */
export interface Everywhere {
  /** The most recent first. */
  readonly work: readonly SpreadWork[]
  readonly unread: readonly Unread[]
  readonly worktrees: number
  readonly branches: number
  readonly failure?: Failure
}

/** From then on work in which nothing happens is stale. */
const staleAfterDays = 14
const dayMs = 24 * 60 * 60 * 1000

interface Looked {
  readonly place: WorkPlace
  readonly found: readonly FoundPiece[] | Failure
  readonly commit?: Commit | undefined
}

/**
 * Reads the work in all worktrees from their files, and that of all branches from git's objects. Writes nothing and
 * fetches nothing. A branch that is checked out counts as it lies in its worktree. `now` decides what is stale.
 */
export async function workEverywhere(
  root: string,
  env: Environment,
  textsOf: TextsOf,
  now: Date,
  turnOf?: TurnOf,
): Promise<Everywhere> {
  const worktrees = worktreesOf(root)
  if (worktrees.length === 0) return await workInWorktrees(root, textsOf, now, turnOf)
  const looked = worktrees.map((worktree) => lookIn(root, worktree, textsOf, turnOf))

  return await withGit(root, env, async (git) => {
    const { objects } = git
    const listed = await attemptAsync(() => branchesOf(git))
    const branches = listed instanceof Failure ? [] : listed
    const checkedOut = new Set(worktrees.flatMap(({ isGone, branch }) => (isGone || !branch ? [] : [branch])))
    const others = branches.filter(({ isLocal, name }) => !(isLocal && checkedOut.has(name)))
    const look = branchLook(objects, pathInTree(root, '.ai'), textsOf)
    const committed = worktrees.map(({ commit }) => (commit ? readCommit(objects, commit) : undefined))
    const here = await Promise.all(
      looked.map(async (each, index) => ({ ...(await each), commit: await committed[index] })),
    )
    const there = await Promise.all(others.map(look))
    return {
      ...gathered([...here, ...there], now),
      worktrees: worktrees.length,
      branches: branches.length,
      ...(listed instanceof Failure && { failure: listed }),
    }
  })
}

/** The same of the worktrees alone, from their files: git is not started, so nothing says who committed when. */
export async function workInWorktrees(root: string, textsOf: TextsOf, now: Date, turnOf?: TurnOf): Promise<Everywhere> {
  const worktrees = worktreesOf(root)
  const all: readonly Worktree[] =
    worktrees.length > 0 ? worktrees : [{ top: root, path: '', isHere: true, isGone: false }]
  const looked = await Promise.all(all.map((worktree) => lookIn(root, worktree, textsOf, turnOf)))
  return { ...gathered(looked, now), worktrees: all.length, branches: 0 }
}

async function lookIn(root: string, worktree: Worktree, textsOf: TextsOf, turnOf?: TurnOf): Promise<Looked> {
  const { top, path, isHere, isGone, branch } = worktree
  const place: WorkPlace = {
    kind: 'worktree',
    ...(branch && { branch }),
    folder: top,
    path,
    ...(isHere && { isHere: true }),
  }
  if (isGone) return { place, found: unreadableThere('Its folder is gone; `git worktree prune` forgets it.') }
  const found = await attemptAsync(async () => {
    const all = await piecesIn(sameFolderIn(root, worktree), textsOf, turnOf)
    return all.flatMap(({ pieces }) => pieces)
  })
  // Its commands work in that folder only.
  const elsewhere = ({ piece: { command, ...piece }, tip }: FoundPiece) => ({ piece, tip })
  return { place, found: found instanceof Failure || isHere ? found : found.map(elsewhere) }
}

/** @param path of the folder `.ai` in a tree */
function branchLook(objects: Objects, path: string, textsOf: TextsOf): (branch: BranchTip) => Promise<Looked> {
  const commits = new Map<string, Promise<Commit | undefined>>()
  const trees = new Map<string, Promise<readonly FoundPiece[] | Failure>>()
  const read = workReader(objects, textsOf)

  async function workOf(tree: string): Promise<readonly FoundPiece[]> {
    const ai = await objects.find(`${tree}:${path}`)
    if (ai?.type === 'tree') return await read(ai.id)
    if (ai) throw unreadableThere(`${path} is no folder there.`)
    if (!(await objects.find(tree))) throw unreadableThere('Its files are not in this clone.')
    return []
  }

  return async ({ name, isLocal, tip }) => {
    const place: WorkPlace = { kind: isLocal ? 'branch' : 'remote', branch: name }
    const commit = await getOrInsert(commits, tip, () => readCommit(objects, tip))
    if (!commit) return { place, found: unreadableThere('Its last commit is not in this clone, or is none.') }
    return {
      place,
      commit,
      found: await getOrInsert(trees, commit.tree, () => attemptAsync(() => workOf(commit.tree))),
    }
  }
}

/** Joins what is the same at several places. */
function gathered(looked: readonly Looked[], now: Date): Pick<Everywhere, 'work' | 'unread'> {
  const works = new Map<string, { piece: PieceOfWork; places: WorkPlace[]; commits: Commit[] }>()
  const unread = new Map<string, WorkPlace[]>()
  for (const { place, found, commit } of looked) {
    if (found instanceof Failure) getOrInsert(unread, found.message, () => []).push(place)
    else
      for (const { piece, tip } of found) {
        const { command, turn, ...said } = piece
        // Whose turn it is, is not known of a branch.
        const work = getOrInsert(works, JSON.stringify([tip, said]), () => ({ piece, places: [], commits: [] }))
        work.places.push(place)
        if (commit) work.commits.push(commit)
      }
  }
  const work = [...works.values()].map(({ piece, places, commits }): SpreadWork => {
    const commit = commits.toSorted((a, b) => msOf(b.time) - msOf(a.time))[0]
    const last = [piece.time, commit?.time].reduce((a, b) => (msOf(b) > msOf(a) ? b : a))
    const isStale = piece.phase !== 'complete' && now.getTime() - msOf(last) >= staleAfterDays * dayMs
    return {
      ...piece,
      places,
      ...(commit && { commit: { id: commit.id, by: commit.by, ...(commit.time && { time: commit.time }) } }),
      ...(msOf(last) > 0 && last !== undefined && { last }),
      ...(isStale && msOf(last) > 0 && { isStale }),
    }
  })
  return {
    work: work.toSorted((a, b) => msOf(b.last) - msOf(a.last) || (a.name < b.name ? -1 : 1)),
    unread: [...unread].map(([why, places]) => ({ why, places })),
  }
}

/** @returns 0 for no time, or one that cannot be understood */
const msOf = (time: string | undefined): number => Date.parse(time ?? '') || 0

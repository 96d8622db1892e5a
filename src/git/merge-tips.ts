import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gitFolderOf, readTrimmed } from './head'
import type { QuietGit } from './quiet-git'

export interface Tip {
  /** For the user: a branch, or the short id of the commit. */
  readonly name: string
  readonly commit: string
  readonly author: string
  /** ISO 8601. */
  readonly date: string
}

/** Two commits that git puts together, or has put together in the last commit. */
export interface Merge {
  /** With its article: `a merge`. */
  readonly act: string
  readonly mine: Tip
  readonly theirs: Tip
  /** The commits that both come from: several if the branches have met before, none if they have nothing in common. */
  readonly bases: readonly string[]
  /** The commit before the one that git picks: what that one does not change stays as it is. */
  readonly before?: string
  /** Whether the result has all of both, as that of a merge; git then asks only about what it cannot put together. */
  readonly isWhole: boolean
  /** The command that goes on; absent if the merge is committed. */
  readonly next?: string
  readonly rebase?: Rebase
}

export interface Rebase {
  /** git's folder for it; absolute. */
  readonly folder: string
  /** The branch that is rebased; `detached HEAD` without one. */
  readonly branch: string
  readonly onto: string
  readonly tip: string
  /** Whether no commit follows the one at which git stopped. */
  readonly isLast: boolean
}

/** A way out: to take all files of a commit, or another command. */
export interface Way {
  readonly what: string
  readonly commit?: string
  readonly command?: string
}

/** What git puts together without two commits, so that it cannot be settled by one. */
export interface Unsettled {
  readonly act: string
  readonly ways: readonly Way[]
}

export function rebaseIn(root: string): Rebase | undefined {
  const git = gitFolderOf(root)
  const folder = ['rebase-merge', 'rebase-apply'].map((name) => join(git ?? '', name)).find(isOfRebase)
  if (!git || !folder) return undefined
  const read = (name: string) => readTrimmed(join(folder, name)) ?? ''
  const todo = read('git-rebase-todo').split('\n')
  const isLast = folder.endsWith('rebase-merge')
    ? todo.every((line) => /^(#|$)/.test(line))
    : read('next') === read('last')
  const branch = read('head-name').replace(/^refs\/heads\//, '')
  return { folder, branch, onto: read('onto'), tip: read('orig-head'), isLast }
}

const isOfRebase = (folder: string): boolean => existsSync(join(folder, 'head-name'))

/**
 * Finds the two commits that git puts together, or has put together in the commit that is checked out. Throws Error
 * with git's message.
 *
 * @param isAsking whether git still asks about files
 */
export async function mergeIn(root: string, git: QuietGit, isAsking: boolean): Promise<Merge | Unsettled | undefined> {
  const folder = gitFolderOf(root)
  if (!folder) return undefined
  const has = (name: string) => existsSync(join(folder, name))
  const rebase = rebaseIn(root)
  if (rebase) return has('REBASE_HEAD') ? await rebasing(git, rebase) : undefined
  const [head] = await idsOf(git, 'HEAD')
  if (!head) return undefined
  const between = async (act: string, other: string, next?: string, mine = head): Promise<Merge> => ({
    act,
    mine: await tipOf(git, mine, mine === head),
    theirs: await tipOf(git, other),
    bases: await basesOf(git, mine, other),
    isWhole: /merge/.test(act),
    ...(next && { next }),
  })
  if (has('MERGE_HEAD')) {
    const [other = '', ...more] = (readTrimmed(join(folder, 'MERGE_HEAD')) ?? '').split('\n')
    return more.length > 0 ? octopus(other) : between('a merge', other, 'git merge --continue')
  }
  if (has('CHERRY_PICK_HEAD')) {
    const [picked = '', before] = await idsOf(git, 'CHERRY_PICK_HEAD', 'CHERRY_PICK_HEAD^')
    return { ...(await between('a cherry-pick', picked, 'git cherry-pick --continue')), ...(before && { before }) }
  }
  if (has('REVERT_HEAD')) {
    const [reverted = '', before = ''] = await idsOf(git, 'REVERT_HEAD', 'REVERT_HEAD^')
    return { ...(await between('a revert', before, 'git revert --continue')), bases: [reverted] }
  }
  if (isAsking) return unsettled(folder, has)
  const [first, second, third] = await idsOf(git, 'HEAD^1', 'HEAD^2', 'HEAD^3')
  return first && second && !third ? between(`the merge ${head.slice(0, 12)}`, second, undefined, first) : undefined
}

async function rebasing(git: QuietGit, rebase: Rebase): Promise<Merge> {
  const [replayed = ''] = await idsOf(git, 'REBASE_HEAD')
  const mine = await tipOf(git, replayed)
  return {
    act: 'a rebase',
    // git calls the branch that is rebased "theirs".
    mine: { ...mine, name: rebase.branch === 'detached HEAD' ? mine.name : rebase.branch },
    theirs: await tipOf(git, rebase.onto),
    bases: await basesOf(git, replayed, rebase.onto),
    isWhole: false,
    next: 'git rebase --continue',
    rebase,
  }
}

const octopus = (other: string): Unsettled => ({
  act: 'a merge of several branches',
  ways: [
    { what: 'to merge one branch after the other', command: 'git merge --abort' },
    { what: 'then', command: `git merge ${other.slice(0, 12)}` },
  ],
})

function unsettled(folder: string, has: (name: string) => boolean): Unsettled {
  const mine = { what: 'to keep what this branch has', commit: 'HEAD' }
  if (has('rebase-apply'))
    return { act: 'git am', ways: [mine, { what: 'to leave the patch out', command: 'git am --skip' }] }
  const squashed = /^commit ([0-9a-f]{40,64})/m.exec(readTrimmed(join(folder, 'SQUASH_MSG')) ?? '')?.[1]
  return squashed
    ? { act: 'a squash', ways: [mine, { what: 'to take what the other branch has', commit: squashed.slice(0, 12) }] }
    : { act: 'git stash', ways: [mine, { what: 'to take what the stash has', commit: 'stash@{0}' }] }
}

async function tipOf(git: QuietGit, commit: string, isHead = false): Promise<Tip> {
  const [id = '', author = '', date = ''] = text(await git(['log', '-1', '--format=%H%x00%an%x00%cI', commit])).split(
    '\0',
  )
  const here = isHead ? text(await git(['symbolic-ref', '--quiet', '--short', 'HEAD'])) : ''
  const refs = ['refs/heads', 'refs/remotes']
  const at = here || text(await git(['for-each-ref', '--points-at', id, '--format=%(refname:short)', ...refs]))
  return { name: at.split('\n')[0] || id.slice(0, 12), commit: id, author, date }
}

const basesOf = async (git: QuietGit, one: string, other: string): Promise<string[]> =>
  (await git(['merge-base', '--all', one, other])).split('\n').filter(Boolean)

/** Without a name that git does not know, and those after it. */
async function idsOf(git: QuietGit, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const id = (await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])).trim()
    if (!id) break
    ids.push(id)
  }
  return ids
}

/** git's output is a character a byte. */
const text = (printed: string): string => Buffer.from(printed, 'latin1').toString().trim()

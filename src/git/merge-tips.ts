import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { signedIn } from './branches'
import { type Git, readable } from './git'
import { gitFolderOf, readTrimmed } from './head'

export interface Tip {
  /** For the user: a branch, or the short id of the commit. */
  readonly name: string
  readonly commit: string
  readonly author: string
  /** The minute in the zone of who committed it, `2026-08-20T15:30`. */
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
interface Way {
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
  const folder = ['rebase-merge', 'rebase-apply']
    .map((name) => join(git ?? '', name))
    .find((one) => existsSync(join(one, 'head-name')))
  if (!git || !folder) return undefined
  const read = (name: string) => readTrimmed(join(folder, name)) ?? ''
  const todo = read('git-rebase-todo').split('\n')
  const isLast = folder.endsWith('rebase-merge')
    ? todo.every((line) => /^(#|$)/.test(line))
    : read('next') === read('last')
  const branch = read('head-name').replace(/^refs\/heads\//, '')
  return { folder, branch, onto: read('onto'), tip: read('orig-head'), isLast }
}

/**
 * Finds the two commits that git puts together, or has put together in the commit that is checked out. Throws Error
 * with git's message.
 *
 * @param isAsking whether git still asks about files
 */
export async function mergeIn(git: Git, isAsking: boolean): Promise<Merge | Unsettled | undefined> {
  const { root } = git
  const folder = gitFolderOf(root)
  if (!folder) return undefined
  const has = (name: string) => existsSync(join(folder, name))
  const rebase = rebaseIn(root)
  if (rebase) return has('REBASE_HEAD') ? await rebasing(git, rebase) : undefined
  const [head] = await idsOf(git, 'HEAD')
  if (!head) return undefined
  const between = async (act: string, other: string, next?: string, mine = head): Promise<Merge> => ({
    act,
    ...(await tipsOf(git, mine, other)),
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

async function rebasing(git: Git, rebase: Rebase): Promise<Merge> {
  const [replayed = ''] = await idsOf(git, 'REBASE_HEAD')
  const { mine, theirs } = await tipsOf(git, replayed, rebase.onto)
  return {
    act: 'a rebase',
    // git calls the branch that is rebased "theirs".
    mine: { ...mine, name: rebase.branch === 'detached HEAD' ? mine.name : rebase.branch },
    theirs,
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

/** @returns the tips; each is called as the branch that is checked out there, or else as the first one there */
async function tipsOf({ ask, objects }: Git, mine: string, theirs: string): Promise<Pick<Merge, 'mine' | 'theirs'>> {
  const format = '--format=%(objectname)%(HEAD) %(refname:short)'
  const refs = (await ask(['for-each-ref', format, 'refs/heads', 'refs/remotes'])).split('\n')
  const tipOf = async (commit: string): Promise<Tip> => {
    const said = await objects.get(`${commit}^{commit}`)
    if (!said) throw new Error(`this clone has no commit ${commit}`)
    const [id, text] = [said.id, String(said.bytes)]
    const here = refs.find((line) => line.startsWith(`${id}* `)) ?? refs.find((line) => line.startsWith(`${id}  `))
    const name = here === undefined ? id.slice(0, 12) : readable(here.slice(id.length + 2))
    return { name, commit: id, author: signedIn(text, 'author').name, date: signedIn(text, 'committer').minute }
  }
  return { mine: await tipOf(mine), theirs: await tipOf(theirs) }
}

const basesOf = async ({ ask }: Git, one: string, other: string): Promise<string[]> =>
  (await ask(['merge-base', '--all', one, other])).split('\n').filter(Boolean)

/** Without a name that git does not know, and those after it. */
async function idsOf({ objects }: Git, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    const id = (await objects.get(`${name}^{commit}`))?.id
    if (!id) break
    ids.push(id)
  }
  return ids
}

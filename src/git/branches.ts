import type { Git, Objects } from './git'
import { orGitFailed, saidBy } from './start'

/** A branch, local or remote-tracking. */
export interface BranchTip {
  /** Without `refs/heads/` or `refs/remotes/`. */
  readonly name: string
  readonly isLocal: boolean
  readonly tip: string
}

/** A commit, as far as a list needs it. */
export interface Commit {
  readonly id: string
  readonly tree: string
  readonly by: string
  /** ISO 8601 in UTC, with seconds; absent if git has none that can be understood. */
  readonly time?: string
}

/**
 * Lists the branches of a clone, the local ones first. Reads no object, so a broken one breaks nothing. Throws Failure
 * (system) `no-git`, `git-failed`.
 */
export async function branchesOf({ root, start }: Git): Promise<BranchTip[]> {
  const format = '--format=%(objectname) %(refname) %(symref)'
  const asked = ['for-each-ref', format, 'refs/heads', 'refs/remotes']
  const listed = await start(asked)
    .then((git) => saidBy(git))
    .catch(orGitFailed(root))
  return String(listed)
    .split('\n')
    .flatMap((line) => {
      const [tip = '', ref = '', alias] = line.split(' ')
      const [, kind, name] = /^refs\/(heads|remotes)\/(.+)$/.exec(ref) ?? []
      // `origin/HEAD` only names another branch.
      return name === undefined || alias ? [] : [{ name, isLocal: kind === 'heads', tip }]
    })
}

/** The longest commit that is read, in bytes. */
const mostBytes = 1024 * 1024

/** @returns undefined if this clone does not have it, or it is no commit */
export async function readCommit(objects: Objects, id: string): Promise<Commit | undefined> {
  const text = String(await objects.read(id, mostBytes))
  const tree = /^tree ([0-9a-f]{40,64})\n/.exec(text)?.[1]
  if (tree === undefined) return undefined
  const { name: by = '', time } = signedIn(text, 'committer')
  return { id, tree, by, ...(time && { time: time.toISOString().replace('.000Z', 'Z') }) }
}

/** @returns who has signed a commit as what, and when; the minute is that of their zone, `2026-08-20T15:30` */
export function signedIn(commit: string, as: 'author' | 'committer') {
  const signed = new RegExp(`^${as} (.*) <[^>\\n]*> (-?\\d+) ([+-])(\\d*)(\\d\\d)$`, 'm').exec(commit)
  const [, name = '', seconds, sign, hours = 0, minutes = 0] = signed ?? []
  const time = new Date(Number(seconds ?? Number.NaN) * 1000)
  const there = new Date(time.getTime() + Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000)
  if (Number.isNaN(time.getTime() + there.getTime())) return { name, minute: '' }
  return { name, time, minute: there.toISOString().slice(0, 16) }
}

import type { Environment } from '../disk/environment'
import { bytesOf, type QuietGit, withGit } from './git'
import { gitFolderOf } from './head'

/** A file as a commit has it. */
interface Version {
  readonly commit: string
  /** How many commits it follows. */
  readonly parents: number
  readonly blob: string
  readonly path: string
}

/**
 * @param options of git itself, how it reads paths
 * @param asked of `git log`: which commits, and of which paths
 * @returns each version of a file that differs from a parent of its commit, once for each such parent; the newest first
 * @throws Error with git's complaint
 */
export async function versionsIn(
  git: QuietGit,
  options: readonly string[],
  asked: readonly string[],
): Promise<Version[]> {
  const shape = ['-m', '--raw', '--no-renames', '--no-abbrev', '--relative', '--format=commit %H %P']
  const log = await git([...options, 'log', ...shape, ...asked])
  let [commit = '', ...parents]: string[] = []
  return log.split('\n').flatMap((line) => {
    if (line.startsWith('commit ')) [, commit = '', ...parents] = line.trimEnd().split(' ')
    const [, blob = '', path = ''] = /^:\d+ \d+ \w+ (\w+) [A-Z]\d*\t(.+)$/.exec(line) ?? []
    // Nothing but zeros stands for a file that is gone.
    return path === '' || /^0+$/.test(blob) ? [] : [{ commit, parents: parents.length, blob, path }]
  })
}

/** What git has fetched or takes over just now has no other name. */
const passing = ['FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD']

/**
 * Reads the versions of a file that came with git: all that commits have, without those that were committed in this
 * worktree since a moment. Git is asked for commits of every branch, every worktree and every reflog.
 *
 * @returns their texts; none without git
 * @throws Error with git's complaint if it cannot tell, or lacks one of them
 */
export async function versionsElsewhere(root: string, path: string, since: Date, env: Environment): Promise<string[]> {
  if (!gitFolderOf(root)) return []
  const walk = ['--all', '--reflog', '--full-history', '--ignore-missing', ...passing]
  return await withGit(root, env, async ({ ask, objects }) => {
    const own = await committedHere(ask, since)
    const found = await versionsIn(ask, ['--literal-pathspecs'], [...walk, '--', path])
    // What a merge has from one of its sides came with a commit of that side.
    const isNew = ({ commit, parents }: Version) =>
      found.filter((other) => other.commit === commit).length >= Math.max(1, parents)
    const blobs = new Set(found.filter((each) => !own.has(each.commit) && isNew(each)).map(({ blob }) => blob))
    return await Promise.all([...blobs].map(async (blob) => String(await bytesOf(objects, blob))))
  })
}

/** A merge, a rebase, a pull or a cherry-pick is no commit of one's own. */
async function committedHere(git: QuietGit, since: Date): Promise<ReadonlySet<string>> {
  // Before the first commit there is no log.
  const log = await git(['log', '--walk-reflogs', '--date=unix', '--format=%H %gd %gs', 'HEAD']).catch(() => '')
  const seconds = Math.floor(since.getTime() / 1000)
  const made = log.split('\n').flatMap((line) => {
    const [, commit = '', time] = /^(\w+) \S*@\{(\d+)\} commit\b/.exec(line) ?? []
    return Number(time) >= seconds ? [commit] : []
  })
  return new Set(made)
}

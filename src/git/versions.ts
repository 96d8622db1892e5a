import type { QuietGit } from './git'

/** A file as a commit has it. */
export interface Version {
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

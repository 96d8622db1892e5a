import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import { gitFolderOf } from './head'
import { startsIn } from './start'

/** Entries in git's folder while it replays commits. */
const beginnings = ['rebase-merge', 'rebase-apply', 'sequencer', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']

/** @returns whether the commit in preparation repeats an earlier one, as in a rebase or a cherry-pick */
export function repeatsCommits(folder: string): boolean {
  const git = gitFolderOf(folder)
  return git !== undefined && beginnings.some((name) => existsSync(join(git, name)))
}

/** Adds a trailer to a commit message, with the place and form that git gives it; one with this key stays. */
export async function addTrailer(
  folder: string,
  file: string,
  key: string,
  value: string,
  env: Environment,
): Promise<void> {
  const git = await startsIn(folder, env).simple()
  const trailer = ['--if-exists', 'doNothing', '--trailer', `${key}: ${value}`]
  await git.raw('interpret-trailers', '--in-place', '--no-divider', ...trailer, file)
}

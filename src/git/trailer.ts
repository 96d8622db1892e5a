import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gitFolderOf } from './head'
import { startGit } from './start'

/** What git has in its folder while it makes commits over again, or from others. */
const beginnings = ['rebase-merge', 'rebase-apply', 'sequencer', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']

/** @returns whether the commits that git makes in this folder now are somebody's from before */
export function repeatsCommits(folder: string): boolean {
  const git = gitFolderOf(folder)
  return git !== undefined && beginnings.some((name) => existsSync(join(git, name)))
}

/**
 * Adds a trailer to a message, at the place and in the form that git knows; one with this key stays as it is.
 *
 * @param folder absolute, in the worktree
 * @param file the message; absolute
 * @throws what git says where it refuses
 */
export async function addTrailer(folder: string, file: string, key: string, value: string): Promise<void> {
  const git = await startGit(folder)
  const trailer = ['--if-exists', 'doNothing', '--trailer', `${key}: ${value}`]
  await git.raw('interpret-trailers', '--in-place', '--no-divider', ...trailer, file)
}

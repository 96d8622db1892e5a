import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { exit, Failure } from '../../failure/failure'
import { joinPosix } from './join-posix'
import { isFolder } from './read'

/**
 * Finds the folder that `.ai/` belongs to: the nearest one upwards that has it, never above the top of the git worktree;
 * otherwise that top; without git the working directory. Starts no process.
 *
 * @param cwd where the command runs
 * @param top where to stop, whatever is there
 * @returns an absolute path
 * @throws Failure (notPossible) `bare-repository` in a repository of git without a worktree
 */
export function findRoot(cwd: string, top?: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isFolder(folder, '.ai')) return folder
    // A linked worktree and a submodule have a file there instead of a folder.
    if (folder === top || existsSync(joinPosix(folder, '.git'))) return folder
    if (isBare(folder)) throw bare(folder)
    if (folder === dirname(folder)) return cwd
  }
}

/** What git takes for a repository, but for the one that belongs to a worktree. */
const isBare = (folder: string): boolean =>
  basename(folder) !== '.git' &&
  existsSync(joinPosix(folder, 'HEAD')) &&
  ['objects', 'refs'].every((name) => isFolder(folder, name))

const bare = (folder: string): Failure => {
  const message = `${folder} is a repository without a worktree, so there is no work in it.`
  return new Failure(exit.notPossible, 'bare-repository', message, 'git worktree add ../work')
}

/**
 * Resolves `--cwd`.
 *
 * @param asked a path, absolute or relative to the working directory; absent means the working directory
 * @returns an absolute path without links, so that walking upwards meets the real parents
 * @throws Failure `no-such-folder` (usage)
 */
export function workingFolder(asked: string | undefined): string {
  if (asked === undefined) return process.cwd()
  const path = resolve(asked)
  if (!isFolder(path, '.')) {
    throw new Failure(exit.usage, 'no-such-folder', `--cwd names no folder: ${path}`, 'spell lumos --cwd .')
  }
  return realpathSync(path)
}

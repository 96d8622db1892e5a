import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { attemptOr, exit, Failure } from '../text/failure'
import { joinPosix } from './local'
import { isFolder } from './read'

/**
 * Finds the folder with `.ai/`: the nearest one upwards that has it, never above the top of the git worktree; otherwise
 * that top; without git the working directory. Starts no process.
 *
 * @param top where to stop in any case
 * @throws Failure (notPossible) `bare-repository` in a git repository without a worktree
 */
export function findRoot(cwd: string, top?: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (isFolder(folder, '.ai')) return folder
    // In a linked worktree and in a submodule `.git` is a file.
    if (folder === top || existsSync(joinPosix(folder, '.git'))) return folder
    if (isBare(folder)) throw bare(folder)
    if (folder === dirname(folder)) return cwd
  }
}

/** Whether git would take the folder for a repository without a worktree. */
const isBare = (folder: string): boolean =>
  basename(folder) !== '.git' &&
  existsSync(joinPosix(folder, 'HEAD')) &&
  ['objects', 'refs'].every((name) => isFolder(folder, name))

const bare = (folder: string): Failure => {
  const message = `${folder} is a repository without a worktree, so there is no work in it.`
  return new Failure(exit.notPossible, 'bare-repository', message, 'git worktree add ../work')
}

/**
 * Resolves `--cwd`, a path that may be relative to the working directory, which is the default.
 *
 * @returns an absolute path without links, so that walking upwards finds the real parents
 * @throws Failure `no-such-folder` (usage); (notPossible) `folder-gone`
 */
export function workingFolder(asked: string | undefined): string {
  if (asked === undefined) return attemptOr(undefined, () => process.cwd()) ?? gone()
  const path = resolve(asked)
  if (!isFolder(path, '.')) {
    throw new Failure(exit.usage, 'no-such-folder', `--cwd names no folder: ${path}`, 'spell lumos --cwd .')
  }
  return realpathSync(path)
}

/** A shell stays in a folder that a checkout or another program has removed. */
const gone = (): never => {
  throw new Failure(exit.notPossible, 'folder-gone', 'The folder that this was started in is gone.', 'cd ..')
}

/** @returns a path that counts from a folder, as one from the root; undefined if it leads out of that */
export function fromRoot(root: string, folder: string, path: string): string | undefined {
  const inside = relative(root, resolve(folder, path)).replaceAll('\\', '/')
  return isAbsolute(inside) || /^\.\.(?:\/|$)/.test(inside) ? undefined : inside
}

import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { asideCommand } from '../../disk/aside-command'
import { diskFailure } from '../../disk/disk-failure'
import type { Environment } from '../../disk/environment'
import { isInside } from '../../disk/links'
import { readAsIs } from '../../disk/read'
import { topOf } from '../../git/clone'
import { commonFolderOf } from '../../git/head'
import type { Hooks } from '../../git/hooks-folder'
import { worktreesBeside } from '../../git/worktrees'
import { attemptOr, exit, Failure } from '../../text/failure'
import type { Site } from './piece'

export const placeOf = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path))

/** @returns the temporary name of a file's new text, in the same form as the path */
export const partOf = (path: string): string => join(dirname(path), `.${basename(path)}.spell-part`)

/** `hooks` is undefined without git. */
export function lookAt(root: string, hooks: Hooks | undefined, env: Environment): Site {
  const git = commonFolderOf(root)
  const leadsTo = (path: string): string => realPathOf(placeOf(root, path))
  const isOutside = (path: string): boolean => {
    const real = leadsTo(path)
    return ![root, git].some((home) => home !== undefined && isInside(realPathOf(home), real))
  }
  return {
    root,
    env,
    // Obstacles to reading are reported before anything is written.
    read: (path) => attemptOr(false, () => readAsIs(placeOf(root, path))),
    isThere: (path) =>
      attemptOr(undefined, () => lstatSync(placeOf(root, path), { throwIfNoEntry: false })) !== undefined,
    ...belowTopOf(root),
    ...(hooks && { hooksFolder: hooks.folder }),
    ...(hooks?.path && { hooksPath: hooks.path }),
    leadsTo,
    isOutside,
    obstacle: (path, rewrite) => obstacleAt(root, git, path, rewrite),
    get worktrees() {
      return worktreesBeside(root)
    },
  }
}

function belowTopOf(root: string): Pick<Site, 'belowTop'> {
  const top = topOf(root)
  return top === undefined ? {} : { belowTop: `${relative(top, root)}${sep}`.replaceAll(sep, '/').replace(/^\/$/, '') }
}

/** Resolves links, and on Windows short names; a path that does not exist yet is resolved as far as it exists. */
export function realPathOf(full: string): string {
  if (existsSync(full) || full === dirname(full)) return realpathSync.native(full)
  return join(realPathOf(dirname(full)), full.slice(dirname(full).length))
}

/**
 * Looks, from the root down, for what prevents a file from being created, renamed or removed, or its content from being
 * changed (`rewrite`); `git` is git's own folder, and a path may be absolute.
 *
 * @returns a failure that names the obstacle, the same for every file behind it
 */
function obstacleAt(root: string, git: string | undefined, path: string, rewrite: boolean): Failure | undefined {
  const full = placeOf(root, path)
  for (const step of stepsTo(full, root)) {
    const shown = step.startsWith(root + sep) ? relative(root, step).split(sep).join('/') : step
    try {
      const link = lstatSync(step, { throwIfNoEntry: false })
      // Everything below will be created.
      if (!link) return unwritable(dirname(step))
      if (link.isSymbolicLink()) {
        if (!existsSync(step)) return inTheWay(root, 'link-in-the-way', `${shown} is a link that leads nowhere.`, shown)
        if (!isAbsolute(path) && leadsAway(realpathSync.native(step))) {
          const message = `${shown} is a link that leads out of the repository; spell writes nothing through it.`
          return inTheWay(root, 'link-outside', message, shown)
        }
      }
      const stat = statSync(step)
      if (step !== full && !stat.isDirectory())
        return inTheWay(root, 'not-a-folder', `${shown} is a file, and a folder has to be there.`, shown)
      if (step === full && stat.isDirectory())
        return inTheWay(root, 'not-a-file', `${shown} is a folder, and a file has to be there.`, shown)
      if (step === full && !stat.isFile()) return inTheWay(root, 'not-a-file', `${shown} is not a plain file.`, shown)
      if (step === full && rewrite) accessSync(step, constants.R_OK | constants.W_OK)
    } catch (error) {
      return diskFailure('write', shown, error)
    }
  }
  return unwritable(dirname(realpathSync.native(full)))

  function leadsAway(real: string): boolean {
    const home = realpathSync.native(root)
    return !isInside(home, real) || (git !== undefined && existsSync(git) && isInside(realpathSync.native(git), real))
  }

  function unwritable(folder: string): Failure | undefined {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
      return undefined
    } catch (error) {
      return diskFailure('write', folder === root ? '.' : `${relative(root, folder).split(sep).join('/')}/`, error)
    }
  }
}

/** The folders that lead to a file, and the file: from the root, or for one outside from the top of the file system. */
function stepsTo(full: string, root: string): string[] {
  const steps: string[] = []
  for (let step = full; step !== root && step !== dirname(step); step = dirname(step)) steps.unshift(step)
  return steps
}

function inTheWay(root: string, code: string, message: string, shown: string): Failure {
  const fix = `${asideCommand(root, shown)}   # and then the same command again`
  return new Failure(exit.system, code, message, fix)
}

import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isInside } from '../../disk/links'
import { readAsIs } from '../../disk/read'
import { attemptOr } from '../../failure/failure'
import { topOf } from '../../git/clone'
import { commonFolderOf } from '../../git/head'
import type { Hooks } from '../../git/hooks-folder'
import { worktreesBeside } from '../../git/worktrees'
import type { Environment } from '../../settings/settings'
import { obstacleAt } from './obstacle'
import type { Site } from './piece'
import { placeOf } from './place-of'

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

import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { asideCommand } from '../../disk/aside-command'
import { diskFailure } from '../../disk/disk-failure'
import { isInside } from '../../disk/links'
import { exit, Failure } from '../../failure/failure'
import { placeOf } from './place-of'

/**
 * Looks, from the root down, for what prevents a file from being created, renamed or removed, or its content from being
 * changed (`rewrite`); `git` is git's own folder, and a path may be absolute.
 *
 * @returns a failure that names the obstacle, the same for every file behind it
 */
export function obstacleAt(root: string, git: string | undefined, path: string, rewrite: boolean): Failure | undefined {
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

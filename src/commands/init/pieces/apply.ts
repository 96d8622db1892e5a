import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { exit, Failure } from '../../../failure/failure'
import { disk } from '../../../store/disk/disk'
import { diskFailure } from '../../../store/disk/disk-failure'
import { leadsOutside } from '../../../store/disk/links'
import { isThere } from '../../../store/disk/read'
import { placeOf } from './look'
import type { Planned } from './plan'
import type { Filed } from './record'

/**
 * Makes a plan for one file true. Whoever reads the file meanwhile sees it before or after; stopped on the way the same plan
 * can be made again.
 *
 * @param root absolute
 * @returns what is to be remembered of it, with the folders that were made for it
 * @throws Failure where the disk refuses, or a link leads out of the root
 */
export function applyPlan(root: string, planned: Planned): Filed | undefined {
  const { path, before, after, filed, chain, back, executable } = planned
  const full = placeOf(root, path)
  try {
    if (!isAbsolute(path)) refuseOutside(root, path)
    const folders = [...missingFolders(root, dirname(full)), ...(filed?.folders ?? [])]
    if (chain) disk.move(full, placeOf(root, chain))
    if (after !== undefined && after !== before) write(full, after, executable)
    if (after === undefined && before !== undefined) disk.remove(full)
    if (back) disk.move(placeOf(root, back), full)
    return filed && { ...filed, ...(folders.length > 0 && { folders }) }
  } catch (error) {
    throw diskFailure('write', path, error)
  }
}

/** A file that is there keeps its rights, and stays the file that a link leads to. */
function write(full: string, text: string, executable: boolean | undefined): void {
  const old = statSync(full, { throwIfNoEntry: false })
  const target = old ? realpathSync(full) : full
  const part = join(dirname(target), `.${basename(target)}.spell-part`)
  disk.makeFolder(dirname(target))
  if (existsSync(part)) disk.remove(part)
  disk.write(part, text, executable ? 0o777 : 0o666)
  if (old) disk.chmod(part, executable ? (old.mode & 0o777) | 0o111 : old.mode & 0o777)
  disk.replace(part, target)
}

function missingFolders(root: string, folder: string): string[] {
  const missing: string[] = []
  for (let above = folder; above !== root && !existsSync(above) && above !== dirname(above); above = dirname(above)) {
    missing.push(relative(root, above).split(sep).join('/'))
  }
  return missing
}

function refuseOutside(root: string, path: string): void {
  let nearest = path
  while (!isThere(root, nearest)) nearest = dirname(nearest)
  if (existsSync(join(root, nearest)) && !leadsOutside(root, nearest)) return
  const message = `${path} leads out of the repository through a link; nothing is written through it.`
  throw new Failure(exit.system, 'link-outside', message, 'spell init --dry-run')
}

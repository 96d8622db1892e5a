import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { diskFailure } from './disk-failure'

/**
 * Finds a name that nothing has: a taken one gets `-2`, `-3`, … (engineer §3).
 *
 * @param root absolute
 * @param path the wanted path, relative to the root
 * @throws Failure where something that is no folder is in its way
 */
export function freePath(root: string, path: string): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? path : `${path}-${count}`
    if (isFree(root, candidate)) return candidate
  }
}

function isFree(root: string, path: string): boolean {
  try {
    return lstatSync(join(root, path), { throwIfNoEntry: false }) === undefined
  } catch (error) {
    throw diskFailure('write', path, error)
  }
}

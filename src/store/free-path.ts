import { lstatSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds a name that nothing has: a taken one gets `-2`, `-3`, … (engineer §3).
 *
 * @param root absolute
 * @param path the wanted path, relative to the root
 * @param taken paths that are promised to something else
 */
export function freePath(root: string, path: string, taken: ReadonlySet<string> = new Set()): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? path : `${path}-${count}`
    if (!taken.has(candidate) && lstatSync(join(root, candidate), { throwIfNoEntry: false }) === undefined) {
      return candidate
    }
  }
}

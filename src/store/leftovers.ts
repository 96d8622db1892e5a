import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from './disk'
import { diskFailure } from './disk-failure'
import { nextPath } from './local'
import { namesIn } from './read'

/** @returns the names of what waits to become true; while nobody is at work, of what never came to be */
export const leftoversIn = (root: string): string[] => namesIn(root, nextPath)

/**
 * Takes away what waits there: of a step that never came to be, or that is done. A file in use has another name besides.
 *
 * @throws Failure where the disk refuses
 */
export function removeLeftovers(root: string): void {
  for (const name of existsSync(join(root, nextPath)) ? leftoversIn(root) : []) {
    try {
      disk.remove(join(root, nextPath, name))
    } catch (error) {
      throw diskFailure('write', `${nextPath}/${name}`, error)
    }
  }
}

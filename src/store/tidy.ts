import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from './disk'
import { diskFailure } from './disk-failure'

/**
 * Removes folders that a step has left empty. Done after it: if nobody comes to do it, nothing is wrong.
 *
 * @param folders relative to the root; those that have something in them stay
 * @throws Failure where the disk refuses
 */
export function removeEmpty(root: string, folders: Iterable<string>): void {
  for (const folder of folders) {
    try {
      if (existsSync(join(root, folder)) && readdirSync(join(root, folder)).length === 0) {
        disk.removeFolder(join(root, folder))
      }
    } catch (error) {
      throw diskFailure('write', folder, error)
    }
  }
}

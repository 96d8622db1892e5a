import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from './disk'

/**
 * Removes folders that a step has left empty. Done after it: if nobody comes to do it, or the disk refuses, nothing is wrong.
 *
 * @param folders relative to the root, the innermost first; those that have something in them stay
 */
export function removeEmpty(root: string, folders: Iterable<string>): void {
  for (const folder of folders) {
    try {
      const full = join(root, folder)
      if (existsSync(full) && readdirSync(full).length === 0) disk.removeFolder(full)
    } catch {
      return
    }
  }
}

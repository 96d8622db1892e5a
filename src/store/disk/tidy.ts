import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from './disk'
import { local } from './local'

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
      // The next may still go.
    }
  }
}

/** Removes the folder of this working copy alone where it has nothing but its own `.gitignore`, and then `.ai/` where that is empty. */
export function removeBareLocal(root: string): void {
  try {
    const full = join(root, local)
    if (existsSync(full) && readdirSync(full).join() === '.gitignore') disk.remove(join(full, '.gitignore'))
  } catch {
    return
  }
  removeEmpty(root, [local, '.ai'])
}

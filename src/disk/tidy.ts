import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { local } from './local'

/** Removes folders, the innermost first, that a step has left empty. If it fails, nothing is wrong. */
export function removeEmpty(root: string, folders: Iterable<string>): void {
  for (const folder of folders) {
    try {
      const full = join(root, folder)
      if (existsSync(full) && readdirSync(full).length === 0) disk.removeFolder(full)
    } catch {
      // Still try the others.
    }
  }
}

/** Removes `.ai/.local/` if it only has its own `.gitignore`, and then `.ai/` if that is empty. */
export function removeBareLocal(root: string): void {
  try {
    const full = join(root, local)
    if (existsSync(full) && readdirSync(full).join() === '.gitignore') disk.remove(join(full, '.gitignore'))
  } catch {
    return
  }
  removeEmpty(root, [local, '.ai'])
}

/** Moves files into a folder for displaced files, which must not exist. Throws Failure if it cannot move one. */
export function setAside(root: string, paths: readonly string[], folder: string): void {
  for (const path of paths) {
    onDisk('move', path, () => {
      disk.makeFolder(join(root, folder))
      disk.move(join(root, path), join(root, folder, basename(path)))
    })
  }
}

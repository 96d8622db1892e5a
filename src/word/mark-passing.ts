import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from '../disk/disk'
import { markPath, type Passing } from './mark'

/** Notes that words were passed on, and when; nothing of what was said. Throws what the file system throws. */
export function markPassing(root: string, passing: Passing, now: Date): void {
  const path = markPath(root, passing)
  if (!existsSync(path)) {
    disk.makeFolder(dirname(path))
    disk.writeUnsynced(path, '')
  }
  disk.touch(path, now)
}

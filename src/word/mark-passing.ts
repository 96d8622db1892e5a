import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { disk } from '../disk/disk'
import { isFolder } from '../disk/read'
import { markPath, type Passing, passedHere } from './mark'

/** Notes that words were passed on, and when; nothing of what was said. Throws what the file system throws. */
export function markPassing(root: string, passing: Passing, now: Date): void {
  const path = markPath(root, passing)
  if (!existsSync(path)) {
    disk.makeFolder(dirname(path))
    disk.writeUnsynced(path, '')
  }
  disk.touch(path, now)
}

/** Notes that a hook of an agent runs where spell is used: there its host passes words on, so that a step needs one. */
export function markHook(root: string, now: Date): void {
  if (isFolder(root, '.ai') && !passedHere(root, now).includes('host')) markPassing(root, 'host', now)
}

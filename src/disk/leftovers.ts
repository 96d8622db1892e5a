import type { Workflow } from '../workflow/flow'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { joinPosix } from './join-posix'
import { nextPath } from './local'
import { namesIn } from './read'

/** @returns the names of a step's prepared files; if no process holds the lock, of a step that never took effect */
export const leftoversIn = (root: string, workflow: Workflow): string[] => namesIn(root, nextPath(workflow))

/** Removes prepared files of a step that never took effect or is complete. Files in use are hard-linked elsewhere. */
export function removeLeftovers(root: string, workflow: Workflow): void {
  for (const name of leftoversIn(root, workflow)) {
    const path = `${nextPath(workflow)}/${name}`
    onDisk('write', path, () => disk.remove(joinPosix(root, path)))
  }
}

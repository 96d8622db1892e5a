import { existsSync } from 'node:fs'
import type { Workflow } from '../../workflows/workflow'
import { disk } from './disk'
import { diskFailure } from './disk-failure'
import { joinPosix } from './join-posix'
import { nextPath } from './local'
import { namesIn } from './read'

/** @returns the names of what waits to become true; while nobody is at work, of what never came to be */
export const leftoversIn = (root: string, workflow: Workflow): string[] => namesIn(root, nextPath(workflow))

/**
 * Takes away what waits there: of a step that never came to be, or that is done. A file in use has another name besides.
 *
 * @throws Failure where the disk refuses
 */
export function removeLeftovers(root: string, workflow: Workflow): void {
  const folder = nextPath(workflow)
  for (const name of existsSync(joinPosix(root, folder)) ? leftoversIn(root, workflow) : []) {
    try {
      disk.remove(joinPosix(root, folder, name))
    } catch (error) {
      throw diskFailure('write', `${folder}/${name}`, error)
    }
  }
}

import { lstatSync } from 'node:fs'
import type { Workflow } from '../../workflows/workflow'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { joinPosix } from './join-posix'
import { local, nextPath } from './local'
import { namesIn } from './read'

/** @returns the names of what waits to become true; while nobody is at work, of what never came to be */
export const leftoversIn = (root: string, workflow: Workflow): string[] => namesIn(root, nextPath(workflow))

/** What 0.1.0 kept for the hook of a commit, which reads the state itself now. */
const filesOfOld = ({ local: own }: Workflow): readonly string[] => [
  `${own}/vouched.json`,
  `${own}/vouched.stamp`,
  `${local}/vouched-settings.json`,
  `${local}/vouched-settings.from`,
  `${local}/vouched-settings.to`,
]

/**
 * Removes what waits there: of a step that never came to be, or that is done. A file in use has another name besides.
 *
 * @throws Failure if the disk refuses
 */
export function removeLeftovers(root: string, workflow: Workflow): void {
  const waiting = leftoversIn(root, workflow).map((name) => `${nextPath(workflow)}/${name}`)
  const old = filesOfOld(workflow).filter((path) =>
    lstatSync(joinPosix(root, path), { throwIfNoEntry: false })?.isFile(),
  )
  for (const path of [...waiting, ...old]) onDisk('write', path, () => disk.remove(joinPosix(root, path)))
}

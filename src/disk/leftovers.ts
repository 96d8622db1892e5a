import { lstatSync } from 'node:fs'
import type { Workflow } from '../flows/flow'
import { disk } from './disk'
import { onDisk } from './disk-failure'
import { joinPosix } from './join-posix'
import { local, nextPath } from './local'
import { namesIn } from './read'

/** @returns the names of a step's prepared files; if no process holds the lock, of a step that never took effect */
export const leftoversIn = (root: string, workflow: Workflow): string[] => namesIn(root, nextPath(workflow))

/**
 * Files that 0.1.0 kept for its commit hook; today's reads the state. Without them that of 0.1.0, where it is still
 * installed, asks the program, which knows the named pieces of work.
 */
const filesOfOld = ({ local: own }: Workflow): readonly string[] => [
  ...[...new Set([own, local])].flatMap((folder) => [`${folder}/vouched.json`, `${folder}/vouched.stamp`]),
  `${local}/vouched-settings.json`,
  `${local}/vouched-settings.from`,
  `${local}/vouched-settings.to`,
]

/**
 * Removes prepared files of a step that never took effect or is complete. Files in use are hard-linked elsewhere.
 *
 * @throws Failure if it cannot write
 */
export function removeLeftovers(root: string, workflow: Workflow): void {
  const waiting = leftoversIn(root, workflow).map((name) => `${nextPath(workflow)}/${name}`)
  const old = filesOfOld(workflow).filter((path) =>
    lstatSync(joinPosix(root, path), { throwIfNoEntry: false })?.isFile(),
  )
  for (const path of [...waiting, ...old]) onDisk('write', path, () => disk.remove(joinPosix(root, path)))
}

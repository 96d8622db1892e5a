import { lstatSync, readdirSync } from 'node:fs'
import { onDisk } from './disk-failure'
import { joinPosix } from './join-posix'

/**
 * Finds a name for a folder that nothing has: a taken one gets `-2`, `-3`, … A folder with nothing in it is
 * free: a step that was taken back may have left it.
 *
 * @param root absolute
 * @param path the wanted path, relative to the root
 * @param reserved paths that something is about to have
 * @throws Failure where something that is no folder is in its way
 */
export function freePath(root: string, path: string, reserved: readonly string[] = []): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? path : `${path}-${count}`
    if (!reserved.includes(candidate) && isFree(root, candidate)) return candidate
  }
}

const isFree = (root: string, path: string): boolean =>
  onDisk('write', path, () => {
    const full = joinPosix(root, path)
    const stat = lstatSync(full, { throwIfNoEntry: false })
    return stat === undefined || (stat.isDirectory() && readdirSync(full).length === 0)
  })

import { lstatSync, readdirSync } from 'node:fs'
import { onDisk } from './disk-failure'
import { joinPosix } from './local'

/**
 * Finds a free name for a folder: a taken one gets `-2`, `-3`, … An empty folder is free: an undone step may have left
 * it.
 *
 * @param reserved paths that are about to be created
 * @throws Failure if something that is no folder has a parent's name
 */
export function freePath(root: string, path: string, reserved: readonly string[] = []): string {
  const nameOf = (number: number) => (number === 1 ? path : `${path}-${number}`)
  return firstFree(nameOf, (name) => !reserved.includes(name) && isFree(root, name))
}

/** @returns the first free one of the names that are made with the numbers from 1 on */
export function firstFree(nameOf: (number: number) => string, isFree: (name: string) => boolean): string {
  for (let number = 1; ; number++) if (isFree(nameOf(number))) return nameOf(number)
}

const isFree = (root: string, path: string): boolean =>
  onDisk('write', path, () => {
    const full = joinPosix(root, path)
    const stat = lstatSync(full, { throwIfNoEntry: false })
    return stat === undefined || (stat.isDirectory() && readdirSync(full).length === 0)
  })

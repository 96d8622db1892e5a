import { lstatSync } from 'node:fs'

/**
 * @returns whether a folder was moved since then, or another one put in its place; not whether something was added to it,
 *   such as a cache
 */
export function isMoved(full: string | Buffer, since: bigint): boolean {
  const found = lstatSync(full, { bigint: true, throwIfNoEntry: false })
  return found !== undefined && found.ctimeNs >= since && found.mtimeNs < since
}

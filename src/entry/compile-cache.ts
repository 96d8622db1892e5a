import { join } from 'node:path'
import type { Script } from 'node:vm'
import { disk } from '../store/disk/disk'
import { namesIn } from '../store/disk/read'

/** A file of the program as V8 has compiled it, and where that is to be kept. */
export interface Compiled {
  readonly script: Pick<Script, 'createCachedData'>
  /** The name of the file in which it is kept. */
  readonly kept: string
  /** How often it was made again. */
  readonly times: number
}

/** How many files may be kept; each version of the program and of Node has its own. */
const maxFiles = 128

/**
 * Keeps what V8 has compiled, with every function that this run has needed, for the next one; each twice, as the launcher
 * wants it. Where it cannot be kept nothing happens.
 *
 * @param cache the folder, absolute
 */
export function keepCompiled(cache: string, compiled: readonly Compiled[]): void {
  try {
    disk.makeFolder(cache)
    const names = namesIn(cache, '.')
    if (names.length + compiled.length > maxFiles) for (const name of names) disk.remove(join(cache, name))
    for (const { script, kept, times } of compiled) {
      const path = join(cache, kept)
      const part = `${path}.${process.pid}`
      const half = Buffer.concat([script.createCachedData(), Buffer.from(kept), Buffer.of(times)])
      // Not synced: what a power loss leaves of it is not taken for whole.
      disk.writeUnsynced(part, Buffer.concat([half, half]), 0o600)
      disk.replace(part, path)
    }
  } catch {
    // Without it the program runs as well, only slower.
  }
}

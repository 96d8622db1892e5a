import { join } from 'node:path'
import type { Script } from 'node:vm'
import { disk } from '../store/disk/disk'
import { namesIn } from '../store/disk/read'

/** A file of the program as V8 has compiled it, and where that is to be kept. */
export interface Compiled {
  readonly script: Pick<Script, 'createCachedData'>
  /** Absolute. */
  readonly kept: string
  /** How often it was made again; its last byte. */
  readonly times: number
}

/** How many files may be kept; each version of the program and of Node has its own. */
const maxFiles = 64

/**
 * Keeps what V8 has compiled, with every function that this run has needed, for the next one. Where it cannot be kept
 * nothing happens.
 *
 * @param cache the folder, absolute
 */
export function keepCompiled(cache: string, compiled: readonly Compiled[]): void {
  try {
    disk.makeFolder(cache)
    const names = namesIn(cache, '.')
    if (names.length + compiled.length > maxFiles) for (const name of names) disk.remove(join(cache, name))
    for (const { script, kept, times } of compiled) {
      const part = `${kept}.${process.pid}`
      disk.write(part, Buffer.concat([script.createCachedData(), Buffer.of(times)]), 0o600)
      disk.replace(part, kept)
    }
  } catch {
    // Without it the program runs as well, only slower.
  }
}

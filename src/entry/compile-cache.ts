import { join } from 'node:path'
import type { Script } from 'node:vm'
import { disk } from '../disk/disk'
import { namesIn } from '../disk/read'

/** A file of the program as compiled by V8, and the name of its cache file. */
interface Compiled {
  readonly script: Pick<Script, 'createCachedData'>
  readonly kept: string
  /** How often it was compiled again. */
  readonly times: number
}

/** The most cache files; each version of the program and of Node has its own. */
const maxFiles = 128

/**
 * Stores V8's compiled code, with every function that this run used, for the next run; each copy twice, as the launcher
 * expects. An error is ignored.
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
      // Not synced: the launcher detects a file that a power loss has damaged.
      disk.writeUnsynced(part, Buffer.concat([half, half]), 0o600)
      disk.replace(part, path)
    }
  } catch {
    // Without the cache the program only starts slower.
  }
}

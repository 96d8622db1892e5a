import { closeSync, openSync, readSync } from 'node:fs'
import { onDisk } from './disk-failure'
import { reading } from './read'

/** How much of a large file is in memory at once. In bytes. */
const chunkBytes = 1024 * 1024

/**
 * Reads a file a piece at a time; each is gone when the next one comes.
 *
 * @param root absolute; `path` is relative to it
 * @returns its bytes in their order; none where there is no such file
 * @throws Failure where it cannot be read, or is no plain file
 */
export function* piecesOf(root: string, path: string): Generator<Buffer> {
  const descriptor = reading(root, path, (full) => openSync(full, 'r'))
  if (descriptor === undefined) return
  const bytes = Buffer.alloc(chunkBytes)
  const read = () => onDisk('read', path, () => readSync(descriptor, bytes))
  try {
    for (let length = read(); length > 0; length = read()) yield bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}

import { closeSync, openSync, readSync } from 'node:fs'
import { onDisk } from './disk-failure'
import { reading } from './read'

/** The chunk size for large files. In bytes. */
const chunkBytes = 1024 * 1024

/** Reads a file, if there is one, in chunks; each is overwritten by the next. Throws Failure if it is not plain. */
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

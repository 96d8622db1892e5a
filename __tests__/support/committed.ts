import { createHash } from 'node:crypto'
import type { CommittedFile } from '../../src/git/base'

/** A text as a file of a commit. */
export function committed(text: string): CommittedFile {
  const bytes = Buffer.from(text)
  return {
    id: createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
    size: bytes.length,
    read: async (take) => take(bytes),
  }
}

import { nativeHash } from '../disk/digest'
import { onDisk } from '../disk/disk-failure'
import { joinPosix } from '../disk/local'
import { chunksOf } from '../disk/read'
import { statOf } from '../disk/stat'

/** @returns whether a file has the content of a blob, neither more nor less */
export const isSameAs = (root: string, path: string, blob: { readonly id: string; readonly size: number }): boolean =>
  statOf(joinPosix(root, path))?.size === blob.size && linesInCommon(root, path, blob) !== undefined

/**
 * Tells whether a file begins with a blob's content. Neither is held in memory, and git is not started for the bytes.
 *
 * @param blob the object id, a SHA-256 if it has 64 hexadecimal digits, otherwise a SHA-1; and the size in bytes
 * @returns how many line endings that content has; undefined if the file begins differently or does not exist
 */
export function linesInCommon(
  root: string,
  path: string,
  blob: { readonly id: string; readonly size: number },
): number | undefined {
  const { id, size } = blob
  const stat = onDisk('read', path, () => statOf(joinPosix(root, path)))
  if (!stat?.isFile() || !(stat.size >= size)) return undefined
  const digest = nativeHash(id.length === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`)
  let left = size
  let lines = 0
  for (const chunk of chunksOf(root, path)) {
    const bytes = chunk.subarray(0, left)
    digest.update(bytes)
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) lines += 1
    left -= bytes.length
    if (left === 0) break
  }
  return digest.digest('hex') === id ? lines : undefined
}

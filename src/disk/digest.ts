import { readFileSync } from 'node:fs'
import { hash } from '@stablelib/sha256'
import { onDisk } from './disk-failure'
import { joinPosix } from './join-posix'
import { piecesOf } from './pieces'
import { statOf } from './stat'

/** Up to this many bytes, hashing in JavaScript is faster than loading `node:crypto`. */
const smallTextBytes = 6 * 1024

/** @returns the SHA-256 of its UTF-8 bytes, as 64 hexadecimal digits */
export async function digestOf(text: string): Promise<string> {
  const bytes = Buffer.from(text)
  return bytes.length > smallTextBytes ? digestOfPieces([bytes]) : digestOfSmall(bytes)
}

/** @returns the SHA-256 of each text, as `digestOf` */
export async function digestsOf(texts: readonly string[]): Promise<string[]> {
  // JavaScript hashes in blocks of 64 bytes.
  if (texts.reduce((sum, text) => sum + text.length + 64, 0) <= smallTextBytes)
    return texts.map((text) => digestAtOnce(text))
  const { createHash } = await import('node:crypto')
  return texts.map((text) => createHash('sha256').update(text).digest('hex'))
}

/** @returns the SHA-256 of a file's bytes, as `digestOf`; undefined if there is no plain file */
export async function digestOfFile(root: string, path: string): Promise<string | undefined> {
  const full = joinPosix(root, path)
  const stat = onDisk('read', path, () => statOf(full))
  if (!stat?.isFile()) return undefined
  if (stat.size > smallTextBytes) return digestOfPieces(piecesOf(root, path))
  return digestOfSmall(onDisk('read', path, () => readFileSync(full)))
}

/** Larger files are not text. In bytes. */
const maxTextBytes = 64 * 1024 * 1024

/** @returns whether a file has this digest, with LF or CRLF: git may have converted its line endings */
export async function hasDigest(root: string, path: string, digest: string): Promise<boolean> {
  if ((await digestOfFile(root, path)) === digest) return true
  const stat = statOf(joinPosix(root, path))
  if (!stat?.isFile() || stat.size > maxTextBytes) return false
  const unix = readFileSync(joinPosix(root, path), 'latin1').replaceAll('\r\n', '\n')
  for (const text of [unix, unix.replaceAll('\n', '\r\n')]) {
    if ((await digestOfPieces([Buffer.from(text, 'latin1')])) === digest) return true
  }
  return false
}

/** @returns whether the first lines of a file have this digest: it has only grown */
export async function beginsWith(root: string, path: string, digest: string): Promise<boolean> {
  const { createHash } = await import('node:crypto')
  const sha256 = createHash('sha256')
  for (const line of readFileSync(joinPosix(root, path), 'latin1').split(/(?<=\n)/)) {
    sha256.update(line, 'latin1')
    if (sha256.copy().digest('hex') === digest) return true
  }
  return false
}

/** @returns the same without waiting; of long texts it takes several times as long */
export const digestAtOnce = (text: string): string => digestOfSmall(Buffer.from(text))

const digestOfSmall = (bytes: Uint8Array): string => Buffer.from(hash(bytes)).toString('hex')

async function digestOfPieces(pieces: Iterable<Uint8Array>): Promise<string> {
  const { createHash } = await import('node:crypto')
  const sha256 = createHash('sha256')
  for (const bytes of pieces) sha256.update(bytes)
  return sha256.digest('hex')
}

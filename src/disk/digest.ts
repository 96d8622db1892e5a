import { readFileSync } from 'node:fs'
import { SHA256 } from '@stablelib/sha256'
import { onDisk } from './disk-failure'
import { joinPosix } from './local'
import { chunksOf } from './read'
import { statOf } from './stat'

/** Up to this many bytes, hashing in JavaScript is faster than loading `node:crypto`. */
const smallTextBytes = 6 * 1024

/** @returns the SHA-256 of its UTF-8 bytes, as 64 hexadecimal digits */
export const digestOf = (text: string): string => digestOfBytes(Buffer.from(text))

/** @returns the SHA-256 of each content, as `digestOf` */
function digestsOf(contents: readonly (string | Uint8Array)[]): string[] {
  // JavaScript hashes in blocks of 64 bytes.
  const isSmall = contents.reduce((sum, { length }) => sum + length + 64, 0) <= smallTextBytes
  return contents.map((content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    return isSmall ? digestOfBytes(bytes) : digestOfChunks([bytes])
  })
}

/** Hexadecimal digits by which criteria, commands, files and open points are known: long enough to rule out collisions. */
const digits = 16

export const shortDigest = (content: string | Uint8Array): string => shortDigests([content]).join()

export const shortDigests = (contents: readonly (string | Uint8Array)[]): string[] =>
  digestsOf(contents).map((digest) => digest.slice(0, digits))

/** @returns the SHA-256 of a file's bytes, as `digestOf`; undefined if there is no plain file */
export function digestOfFile(root: string, path: string): string | undefined {
  const full = joinPosix(root, path)
  const stat = onDisk('read', path, () => statOf(full))
  if (!stat?.isFile()) return undefined
  if (stat.size > smallTextBytes) return digestOfChunks(chunksOf(root, path))
  return digestOfBytes(onDisk('read', path, () => readFileSync(full)))
}

/** The same of a file that was read, if its text is known: without the mark that a text may begin with. */
export function digestOfRead(root: string, path: string, text: string | true | undefined): string | undefined {
  const size = typeof text === 'string' && onDisk('read', path, () => statOf(joinPosix(root, path))?.size)
  return typeof text === 'string' && size === Buffer.byteLength(text) ? digestOf(text) : digestOfFile(root, path)
}

/** Larger files are not text. In bytes. */
const maxTextBytes = 64 * 1024 * 1024

/** @returns whether a file has this digest, with LF or CRLF: git may have converted its line endings */
export function hasDigest(root: string, path: string, digest: string): boolean {
  if (digestOfFile(root, path) === digest) return true
  const stat = statOf(joinPosix(root, path))
  if (!stat?.isFile() || stat.size > maxTextBytes) return false
  const unix = readFileSync(joinPosix(root, path), 'latin1').replaceAll('\r\n', '\n')
  return [unix, unix.replaceAll('\n', '\r\n')].some((text) => digestOfChunks([Buffer.from(text, 'latin1')]) === digest)
}

/** @returns whether the first lines of a file have this digest: it has only grown */
export function beginsWith(root: string, path: string, digest: string): boolean {
  const sha256 = nativeHash('sha256')
  return readFileSync(joinPosix(root, path), 'latin1')
    .split(/(?<=\n)/)
    .some((line) => sha256.update(line, 'latin1').copy().digest('hex') === digest)
}

/** The package's own `hash` wipes what it has used, which takes as long as hashing; nothing here is a secret. */
const small = new SHA256()

const digestOfBytes = (bytes: Uint8Array): string =>
  bytes.length > smallTextBytes
    ? digestOfChunks([bytes])
    : Buffer.from(small.reset().update(bytes).digest()).toString('hex')

function digestOfChunks(chunks: Iterable<Uint8Array>): string {
  const sha256 = nativeHash('sha256')
  for (const bytes of chunks) sha256.update(bytes)
  return sha256.digest('hex')
}

/** @returns the same of a text, always by `node:crypto`: a history has many long lines */
export const digestOfLong = (text: string): string => digestOfChunks([Buffer.from(text)])

/** Loads it only here: most steps hash little. */
export const nativeHash = (algorithm: 'sha1' | 'sha256') =>
  process.getBuiltinModule('node:crypto').createHash(algorithm)

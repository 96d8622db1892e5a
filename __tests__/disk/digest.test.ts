import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf, digestOfFile } from '../../src/disk/digest'
import { stampOf, timestampOf } from '../../src/disk/stamp'
import { makeFolder } from '../support/folder'
import { failing } from '../support/posix'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

// Blocks of the algorithm are 64 bytes; from 6 KiB on another program makes the digest; large files come in chunks of 1 MiB.
const sizes = [0, 55, 56, 64, 6143, 6144, 2 ** 20, 2 ** 20 + 1]

const everyByte = Buffer.from(Array.from({ length: 251 }, (_, index) => (index * 7919) % 251))

test.each(sizes)('the digest of %d bytes is the SHA-256, of a text and of a file', async (size) => {
  const { path } = makeFolder()
  const bytes = Buffer.alloc(size, everyByte)
  writeFileSync(join(path, 'a'), bytes)
  expect(digestOfFile(path, 'a')).toBe(sha256(bytes))
  const text = bytes.toString('latin1')
  expect(digestOf(text)).toBe(sha256(text))
})

test('what is no plain file has none', async () => {
  const { path } = makeFolder({ 'folder/file': '' })
  expect([digestOfFile(path, 'folder'), digestOfFile(path, 'nothing')]).toEqual([undefined, undefined])
})

test('a file in the place of a folder is named', async () => {
  const { path } = makeFolder({ a: '' })
  expect((await failing(() => digestOfFile(path, 'a/b'))).message).toContain('a/b')
})

/** An instant that is another day in most places. */
const now = new Date('2026-08-20T23:59:59.987Z')

test('the history says the time in UTC, to the second', () => {
  expect(timestampOf(now)).toBe('2026-08-20T23:59:59Z')
})

test('an archive is named after the time in UTC, to the minute', () => {
  expect(stampOf(now)).toBe('2026-08-20-2359')
})

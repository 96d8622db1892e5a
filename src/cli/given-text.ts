import { closeSync, openSync, readSync } from 'node:fs'
import { exit, Failure } from '../failure'
import type { Setting } from './command'

/** How much is read at once. In bytes. */
const piece = 64 * 1024
/** How long to wait before looking again at a pipe that has nothing yet. In milliseconds. */
const pause = 5

/**
 * Reads a text that somebody names.
 *
 * @param source a file, or `-` for stdin
 * @param most how long it may be, in bytes; no more is ever read
 * @param fix a command to paste where it cannot be read
 * @throws Failure (usage) `file-unreadable`, `too-large`, `not-text`
 */
export function givenText(source: string, most: number, fix: string, { input }: Pick<Setting, 'input'>): string {
  const name = source === '-' ? 'stdin' : source
  const isHandedIn = source === '-' && input !== undefined
  const bytes = isHandedIn ? Buffer.from(input) : beginningOf(source, most + 1, fix)
  if (bytes.length > most) {
    const size = most < 1024 * 1024 ? `${most / 1024} KiB` : `${most / 1024 / 1024} MiB`
    throw new Failure(exit.usage, 'too-large', `${name} is larger than ${size}.`, fix)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Failure(exit.usage, 'not-text', `${name} is not UTF-8 text.`, fix, { cause })
  }
}

function beginningOf(source: string, most: number, fix: string): Buffer {
  const pieces: Buffer[] = []
  let length = 0
  let descriptor = 0
  try {
    if (source !== '-') descriptor = openSync(source, 'r')
    // What has no end, or no size, is not read further than it counts.
    for (let some = read(descriptor); some.length > 0; some = length < most ? read(descriptor) : Buffer.alloc(0)) {
      pieces.push(some)
      length += some.length
    }
    return Buffer.concat(pieces)
  } catch (cause) {
    const said = source === '-' ? 'There is nothing to read on stdin.' : `${source} cannot be read.`
    throw new Failure(exit.usage, 'file-unreadable', said, fix, { cause })
  } finally {
    if (descriptor !== 0) closeSync(descriptor)
  }
}

function read(descriptor: number): Buffer {
  const buffer = Buffer.allocUnsafe(piece)
  for (;;) {
    try {
      return buffer.subarray(0, readSync(descriptor, buffer))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // So does Windows say that a pipe has ended.
      if (code === 'EOF') return Buffer.alloc(0)
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}

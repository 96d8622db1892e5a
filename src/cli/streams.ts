import { fstatSync, readFileSync, writeSync } from 'node:fs'

/** How long to wait before trying again to write to a pipe that is full. In milliseconds. */
const pause = 5

/**
 * Writes all of a text to a stream. Synchronous and without `process.stdout`, whose first use costs more than a cast.
 *
 * @param descriptor 1 for the answer, 2 for messages
 * @returns whether the reader is still there; one that has gone away (`| head`) is no error
 */
export function write(descriptor: 1 | 2, text: string): boolean {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
      else if (code === 'EPIPE' || code === 'EOF' || code === 'EBADF') return false
      else throw error
    }
  }
  return true
}

/** Whether the stream is a terminal. Only a device can be one, so `node:tty` is loaded for devices alone. */
export async function isTerminal(descriptor: 0 | 1 | 2): Promise<boolean> {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false
  } catch {
    return false
  }
  const { isatty } = await import('node:tty')
  return isatty(descriptor)
}

/** Everything on stdin. Throws what the file system throws, also where stdin is closed. */
export const readStdin = (): string => readFileSync(0, 'utf8')

import { constants, fstatSync, readSync, statSync, writeSync } from 'node:fs'
import { attemptOr } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { visible } from '../text/markdown/visible'
import type { CommandContext } from './command'
import type { GlobalOptions } from './options'

/** The streams of a process; `run` takes others, for a process that runs several command lines. */
export const streams = { write: writeSync, read: readSync, stat: fstatSync }

/** How long to wait before retrying a pipe that is full or empty. In milliseconds. */
const retryPauseMs = 5

/**
 * Writes a text to a stream, with invisible characters replaced. All output goes through this function, whatever its
 * source. Synchronous and without `process.stdout`, whose first use costs more than a cast.
 *
 * @returns whether the reader is still there; a closed pipe (`| head`) is no error
 */
export const write = (descriptor: 1 | 2, text: string): boolean => writeStyled(descriptor, visible(text))

/** The same for a text whose only escape codes are ours. */
export function writeStyled(descriptor: 1 | 2, styled: string | Buffer): boolean {
  let bytes = typeof styled === 'string' ? Buffer.from(styled) : styled
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(streams.write(descriptor, bytes))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryPauseMs)
      else if (code === 'EPIPE' || code === 'EOF' || code === 'EBADF') return false
      else throw error
    }
  }
  return true
}

/** Whether the stream is a terminal. Only a device can be one, and agents give an empty one: `node:tty` takes 4 ms to load. */
export async function isTerminal(descriptor: 0 | 1 | 2): Promise<boolean> {
  const { mode, rdev } = attemptOr({ mode: 0, rdev: 0 }, () => streams.stat(descriptor))
  const isDevice = (mode & constants.S_IFMT) === constants.S_IFCHR
  if (!isDevice || rdev === attemptOr(undefined, () => statSync('/dev/null').rdev)) return false
  const { isatty } = await import('node:tty')
  return isatty(descriptor)
}

const chunkBytes = 64 * 1024

/**
 * Reads all of an input; of one that exceeds `most` bytes, which may be endless, no more than shows that.
 * Throws what the file system throws, also if stdin is closed.
 */
export function readAll(descriptor: number, most = Number.POSITIVE_INFINITY): Buffer {
  const pieces: Buffer[] = []
  for (let length = 0; length <= most; ) {
    const some = readSome(descriptor)
    if (some.length === 0) break
    pieces.push(some)
    length += some.length
  }
  return Buffer.concat(pieces)
}

function readSome(descriptor: number): Buffer {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (;;) {
    try {
      return buffer.subarray(0, streams.read(descriptor, buffer))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return Buffer.alloc(0)
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryPauseMs)
    }
  }
}

export const readStdin = (most?: number): Buffer => readAll(0, most)

type Env = CommandContext['env']

/** Whether a terminal is read by a user, and can do more than print lines. */
export const isForEyes = (env: Env) => env.TERM !== 'dumb' && !isSet(env.CI)

/** Rendered only for a user, or if color is forced. */
export const wantsStyle = async (options: GlobalOptions, env: Env, descriptor: 1 | 2) =>
  isForced(options, env) || (isForEyes(env) && (await isTerminal(descriptor)))

export const wantsColor = (options: GlobalOptions, env: Env) =>
  isForced(options, env) || !(options.noColor || env.NO_COLOR || isOff(env.FORCE_COLOR))

const isOff = (value: string | undefined) => value === '0' || value === 'false'
const isSet = (value: string | undefined) => value !== undefined && value !== '' && !isOff(value)
const isForced = (options: GlobalOptions, env: Env) => !options.noColor && isSet(env.FORCE_COLOR)

/**
 * @returns what the host of an agent tells its hook on stdin; undefined if that is no object, if stdin is closed, or if a
 *   person has typed the command
 */
export async function payloadOfHook(): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (await isTerminal(0)) return undefined
  const payload = fromJson(attemptOr('', () => readStdin().toString()))
  return isRecord(payload) ? payload : undefined
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { codeOf, diskFailure } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { statOf } from '../disk/stat'

/** The end of a history, which says what it knows. */
export interface Tail {
  /** In bytes. */
  readonly size: number
  /** Of the last whole line, where that has one. */
  readonly digest?: string
  /** What stands after the last line end, most often nothing: bytes, as latin1, of a line that was cut off. */
  readonly fragment: string
}

/** Enough for the digest at the end of a line, and for a line that was cut off. In bytes. */
const shortReadBytes = 1024
const longReadBytes = 64 * 1024

/** A digest is the last key of its line; here with what stands after the last line end. */
const ending = /"digest":"([0-9a-f]{64})"\}\r?\n[^\n]*$/

/**
 * Reads the end of a history; the time it takes does not depend on how long that is.
 *
 * @returns undefined where there is no such file
 * @throws Failure where it cannot be read, or is no plain file
 */
export function readTail(root: string, path: string): Tail | undefined {
  const full = joinPosix(root, path)
  try {
    const stat = statOf(full)
    if (stat === undefined) return undefined
    if (!stat.isFile()) throw Object.assign(new Error(), { code: stat.isDirectory() ? 'EISDIR' : 'ENOTPLAIN' })
    const descriptor = openSync(full, 'r')
    try {
      const { size } = fstatSync(descriptor)
      const short = readEnd(descriptor, size, shortReadBytes)
      return { size, ...parseEnd(short.endsWith('\n') ? short : readEnd(descriptor, size, longReadBytes)) }
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    // Moved since it was looked at: somebody is at work.
    if (codeOf(error) === 'ENOENT') return undefined
    throw diskFailure('read', path, error)
  }
}

function readEnd(descriptor: number, size: number, most: number): string {
  const bytes = Buffer.alloc(Math.min(size, most))
  const length = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
  return bytes.toString('latin1', 0, length)
}

function parseEnd(text: string): Pick<Tail, 'digest' | 'fragment'> {
  const digest = ending.exec(text)?.[1]
  return { fragment: text.slice(text.lastIndexOf('\n') + 1), ...(digest && { digest }) }
}

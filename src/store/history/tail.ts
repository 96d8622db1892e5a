import { readOpened } from '../disk/read'
import { isDigest } from './history-line'

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

/**
 * Reads the end of a history; the time it takes does not depend on how long that is.
 *
 * @returns undefined where there is no such file
 * @throws Failure where it cannot be read, or is no plain file
 */
export const readTail = (root: string, path: string): Tail | undefined =>
  readOpened(root, path, (size, bytesAt) => {
    const endOf = (most: number) => bytesAt(Math.max(size - most, 0), Math.min(size, most)).latin1Slice()
    const short = endOf(shortReadBytes)
    return { size, ...parseEnd(short.endsWith('\n') ? short : endOf(longReadBytes)) }
  })

/** A digest is the last key of its line. */
const lastKey = '"digest":"'

function parseEnd(text: string): Pick<Tail, 'digest' | 'fragment'> {
  const end = text.lastIndexOf('\n') + 1
  const whole = text.slice(0, end)
  const at = whole.lastIndexOf(lastKey)
  const [digest, after] = at < 0 ? [] : whole.slice(at + lastKey.length).split('"')
  const isWhole = isDigest(digest) && (after === '}\n' || after === '}\r\n')
  return { fragment: text.slice(end), ...(isWhole && { digest }) }
}

import { reading, readOpened } from '../../disk/read'
import { isDigest } from './history-line'
import { withoutBlankLines } from './text-lines'

export interface Tail {
  /** In bytes, without blank lines at the end. */
  readonly size: number
  /** Whether blank lines follow, as an editor leaves them; the next entry replaces them. */
  readonly isPadded: boolean
  /** Of the last complete entry, if it has one. */
  readonly digest?: string
  /** What follows the last line ending, usually nothing: the bytes of an incomplete entry, as latin1. */
  readonly fragment: string
}

/** Enough for an entry's digest and for an incomplete entry. In bytes. */
const shortReadBytes = 1024
const longReadBytes = 64 * 1024

/** Reads the end of a history, in constant time; undefined without one. Throws Failure if it cannot be read. */
export const readTail = (root: string, path: string): Tail | undefined =>
  readOpened(root, path, (size, bytesAt) => {
    const endOf = (most: number) => bytesAt(Math.max(size - most, 0), Math.min(size, most)).latin1Slice()
    const short = endOf(shortReadBytes)
    const end = short.endsWith('\n') ? parseEnd(short) : undefined
    const { blanks, ...rest } = end?.digest ? end : parseEnd(endOf(longReadBytes))
    return { size: size - blanks, isPadded: blanks > 0, ...rest }
  })

/** @returns the end that was read before if the history has the same size, as it only grows; otherwise as `readTail` */
export function tailNow(root: string, path: string, before: Tail | undefined): Tail | undefined {
  const isSame = before && !before.isPadded && reading(root, path, (_, size) => size === before.size)
  return isSame ? before : readTail(root, path)
}

/** The digest is the last key of an entry. */
const lastKey = '"digest":"'

function parseEnd(text: string): Pick<Tail, 'digest' | 'fragment'> & { blanks: number } {
  const written = withoutBlankLines(text)
  const end = written.lastIndexOf('\n') + 1
  const whole = written.slice(0, end)
  const at = whole.lastIndexOf(lastKey)
  const [digest, after] = at < 0 ? [] : whole.slice(at + lastKey.length).split('"')
  const isWhole = isDigest(digest) && (after === '}\n' || after === '}\r\n')
  return { blanks: text.length - written.length, fragment: written.slice(end), ...(isWhole && { digest }) }
}

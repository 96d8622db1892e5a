import { createHash, hash } from 'node:crypto'
import { outputsPath } from '../disk/local'
import { readShort } from '../disk/read'
import { beginningOf } from '../text/markdown-parts'
import type { Identity } from '../workflow/criteria/status'

/** What a command has printed, of which only so much is kept. */
export interface CommandOutput {
  readonly bytes: number
  /** Of all of it, in the order in which it came; hexadecimal. */
  readonly sha256: string
  /** Its first bytes, and the last of those after them: all of it if there are not more. */
  readonly head: Buffer
  readonly tail: Buffer
  /** At most twenty, without line endings. */
  readonly lastLines: readonly string[]
  /** Whether standard output has a text; one of those that were asked for. */
  readonly stdoutHas: (text: string) => boolean
}

export const keptHeadBytes = 4 * 1024
export const keptTailBytes = 60 * 1024
const mostLines = 20
export const lineCharacters = 300

/** @returns where the output of a command is kept, relative to the root */
export const outputPath = ({ criterion, commands }: Identity, index: number): string =>
  `${outputsPath}/${criterion}-${commands.slice(0, 4)}-${index + 1}.txt`

/** @returns the last lines that a run printed; none if what is kept is not all of it, or that of another run */
export function keptLines(root: string, known: Identity, index: number, sha256: string): string[] {
  const text = readShort(root, outputPath(known, index), keptHeadBytes + keptTailBytes)
  return typeof text === 'string' && hash('sha256', text) === sha256
    ? lastLinesOf(Buffer.from(text)).map((line) => beginningOf(line, lineCharacters))
    : []
}

/** @param texts what standard output is searched for while it comes */
export function gatherOutput(texts: readonly string[]) {
  const hash = createHash('sha256')
  const head = Buffer.alloc(keptHeadBytes)
  const tail = ringOf(keptTailBytes)
  const searched = new Map(texts.map((text) => [text, searchFor(text)]))
  let bytes = 0
  return {
    add(chunk: Buffer, from: 'stdout' | 'stderr'): void {
      hash.update(chunk)
      if (from === 'stdout') for (const search of searched.values()) search.add(chunk)
      const first = bytes < head.length ? chunk.copy(head, bytes) : 0
      tail.add(chunk.subarray(first))
      bytes += chunk.length
    },
    end(): CommandOutput {
      const [first, last] = [head.subarray(0, Math.min(bytes, head.length)), tail.content()]
      const isWhole = bytes === first.length + last.length
      return {
        bytes,
        sha256: hash.digest('hex'),
        head: first,
        tail: last,
        lastLines: lastLinesOf(isWhole ? Buffer.concat([first, last]) : last),
        stdoutHas: (text) => searched.get(text)?.isFound() ?? false,
      }
    },
  }
}

/** Keeps the last bytes of all that it gets. */
function ringOf(size: number) {
  const bytes = Buffer.alloc(size)
  let [end, isFull] = [0, false]
  return {
    add(chunk: Buffer) {
      const last = chunk.subarray(Math.max(0, chunk.length - size))
      const room = last.copy(bytes, end)
      last.copy(bytes, 0, room)
      isFull ||= end + last.length >= size
      end = (end + last.length) % size
    },
    content: () => (isFull ? Buffer.concat([bytes.subarray(end), bytes.subarray(0, end)]) : bytes.subarray(0, end)),
  }
}

/** Finds a text also where it comes in two chunks. */
function searchFor(text: string) {
  const wanted = Buffer.from(text)
  let before = Buffer.alloc(0)
  let isFound = wanted.length === 0
  return {
    isFound: () => isFound,
    add(chunk: Buffer) {
      if (isFound) return
      const edge = wanted.length - 1
      const seam = Buffer.concat([before, chunk.subarray(0, edge)])
      isFound = chunk.includes(wanted) || seam.includes(wanted)
      const joined = chunk.length >= edge ? chunk : seam
      before = Buffer.from(joined.subarray(Math.max(0, joined.length - edge)))
    },
  }
}

function lastLinesOf(bytes: Buffer): string[] {
  const lines = bytes.toString().split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines.slice(-mostLines)
}

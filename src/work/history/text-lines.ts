import { chunksOf } from '../../disk/read'

/** Our entries are never longer; a longer line is cut here, and is then no valid entry. In bytes. */
const maxLineBytes = 16 * 1024 * 1024

export interface TextLine {
  /** From 1. */
  readonly number: number
  /** Without its line ending. */
  readonly text: string
  /** Whether it has a line ending; only the last one may lack it. */
  readonly ended: boolean
}

/** Reads a file line by line, however large it is, without blank lines at its end; none if it does not exist. */
export function* linesOf(root: string, path: string): Generator<TextLine> {
  const blanks: TextLine[] = []
  for (const line of everyLineOf(root, path)) {
    if (isBlank(line.text)) blanks.push(line)
    else {
      yield* blanks.splice(0)
      yield line
    }
  }
}

function* everyLineOf(root: string, path: string): Generator<TextLine> {
  // Split only at line endings, so that no character is cut.
  let begun: Buffer[] = []
  let length = 0
  let number = 0
  const keep = (part: Buffer) => {
    if (length < maxLineBytes) begun.push(Buffer.from(part))
    length += part.length
  }
  for (const read of chunksOf(root, path)) {
    const first = read.indexOf(10)
    const end = read.lastIndexOf(10) + 1
    if (end > 0) {
      keep(read.subarray(0, first))
      yield { number: ++number, text: withoutReturn(Buffer.concat(begun).toString()), ended: true }
      begun = []
      length = 0
    }
    if (end > first + 1) {
      for (const text of read.toString('utf8', first + 1, end - 1).split('\n')) {
        yield { number: ++number, text: withoutReturn(text), ended: true }
      }
    }
    if (end < read.length) keep(read.subarray(end))
  }
  if (length > 0) yield { number: ++number, text: Buffer.concat(begun).toString(), ended: false }
}

/** @returns the texts only; otherwise as `linesOf` */
export function* lineTextsOf(root: string, path: string): Generator<string> {
  for (const { text } of linesOf(root, path)) yield text
}

/** git for Windows may have written a CR. */
const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)

/** @returns whether a line says nothing: an editor, or a merge, has left it */
export const isBlank = (line: string): boolean => line.trim() === ''

/** @returns a journal without the blank lines at its end; its last line keeps its line ending */
export function withoutBlankLines(text: string): string {
  let end = text.length
  // No `trimEnd`: in latin1, a byte of a letter can look like a space.
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1
  if (end === 0) return ''
  const ending = /^\r?\n/.exec(text.slice(end, end + 2))?.[0]
  return ending === undefined ? text : text.slice(0, end) + ending
}

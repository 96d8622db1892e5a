import { hash } from '@stablelib/sha256'
import type { BlockPiece, Comment } from '../agents/piece'
import type { Put } from './piece'

const shapes: Readonly<Record<Comment, readonly [string, string]>> = {
  hash: ['# ', ''],
  html: ['<!-- ', ' -->'],
  slashes: ['// ', ''],
}

const hint = 'yours if you change it'

const lineOf = (comment: Comment, text: string): string => `${shapes[comment][0]}${text}${shapes[comment][1]}`

/** @returns the first 12 hexadecimal digits of the SHA-256 of a text, ignoring the kind of line endings */
export const fingerprint = (text: string): string =>
  Buffer.from(hash(Buffer.from(text.replaceAll('\r\n', '\n'))))
    .toString('hex')
    .slice(0, 12)

/** @returns whole lines between two markers with their id, the version, and a fingerprint */
export const markBlock = (comment: Comment, id: string, version: string, body: string): string =>
  `${lineOf(comment, `spell:begin ${id} ${version} ${fingerprint(body)} (${hint})`)}\n${body}${lineOf(comment, `spell:end ${id}`)}\n`

/** @returns the text of a file of ours, with a marker as its last line: of its front matter, which no model reads, if it has one */
export function markFile(comment: Comment, version: string, body: string): string {
  const mark = `spell:file ${version} ${fingerprint(body)} (${hint})`
  const [front] = frontMatter.exec(body) ?? []
  return front === undefined
    ? `${body}${lineOf(comment, mark)}\n`
    : `${front}${lineOf('hash', mark)}\n${body.slice(front.length)}`
}

interface Marked {
  readonly id: string
  /** The text between the markers, without added indentation, with `\n`. */
  readonly body: string
  /** Whether it is unedited. */
  readonly untouched: boolean
  /** Its start and end in the text, including the markers. */
  readonly start: number
  readonly end: number
  readonly indent: string
}

const open = '(?:#|<!--|//) spell:'
const blockPattern = new RegExp(
  String.raw`^([ \t]*)${open}begin (\S+) \S+ ([0-9a-f]{12})\b[^\n]*\n((?:(?![^\n]*spell:begin )[^\n]*\n)*?)[ \t]*${open}end \2(?!\S)[^\n]*(?:\n|$(?![\s\S]))`,
  'gm',
)
const filePattern = new RegExp(String.raw`^${open}file \S+ ([0-9a-f]{12})\b[^\n]*\s*$(?![\s\S])`, 'm')
/** Up to the line that ends it. */
const frontMatter = /^---\r?\n(?:(?!---)[^\n]*\n)*(?=---\r?\n)/
const frontPattern = /^# spell:file \S+ ([0-9a-f]{12})\b[^\n]*\n(?![\s\S])/m

export function blocksIn(text: string): Marked[] {
  return [...text.matchAll(blockPattern)].map((match) => {
    const [whole, indent = '', id = '', digest, inner = ''] = match
    const body = inner.replaceAll('\r\n', '\n').replace(new RegExp(`^${indent}`, 'gm'), '')
    const start = match.index
    return { id, body, untouched: fingerprint(body) === digest, start, end: start + whole.length, indent }
  })
}

/** @returns whether a text has only one of the two markers of a block */
export const isTornBlock = (text: string, id: string): boolean =>
  new RegExp(`${open}(begin|end) ${id}\\s`).test(text) && !blocksIn(text).some((block) => block.id === id)

/** @returns whether a text has a marker of ours, even without its counterpart */
export const hasMarker = (text: string): boolean => new RegExp(`^[ \\t]*${open}(begin|end|file) `, 'm').test(text)

/** @returns the content of a file of ours; undefined if it has no such marker */
export function markedFile(text: string): Pick<Marked, 'body' | 'untouched'> | undefined {
  const [front = ''] = frontMatter.exec(text) ?? []
  const match = frontPattern.exec(front) ?? filePattern.exec(text)
  if (!match) return undefined
  const [line, digest] = match
  const body = `${text.slice(0, match.index)}${text.slice(match.index + line.length)}`.replaceAll('\r\n', '\n')
  return { body, untouched: fingerprint(body) === digest }
}

/** Inserts a block into the text of a file, if there is one: over an older version of it, otherwise at its place. */
export function putBlock(text: string | undefined, piece: BlockPiece, version: string): Put {
  const before = text ?? ''
  const body = piece.text.endsWith('\n') ? piece.text : `${piece.text}\n`
  if (isTornBlock(before, piece.id)) return { kept: 'edited', ours: body, there: before }
  const block = blocksIn(before).find(({ id }) => id === piece.id)
  if (block?.body === body && block.untouched) return { text: before }
  if (block && !block.untouched) return { kept: 'edited', ours: body, there: block.body }
  const marked = markBlock(piece.comment, piece.id, version, body)
  if (block) return { text: splice(before, block.start, block.end, indented(marked, block.indent, before)) }

  const place = piece.place?.(before) ?? { offset: before.length, indent: '' }
  if (typeof place === 'string') return { kept: 'refused', why: place }
  const { offset, indent } = place
  const above = before.slice(0, offset)
  // Starts on a new line, after a blank line at the end of a file.
  const ended = above === '' || above.endsWith('\n') ? '' : '\n'
  const air = piece.place || above === '' ? '' : '\n'
  return {
    text: splice(before, offset, offset, indented(`${ended}${air}`, '', before) + indented(marked, indent, before)),
  }
}

/** Removes unedited blocks, except those to `keep`. */
export function takeBlocks(text: string, keep: (block: Marked) => boolean): string {
  return blocksIn(text)
    .filter((block) => block.untouched && !keep(block))
    .reverse()
    .reduce((rest, { start, end }) => {
      // The blank line above a last block is removed with it.
      const air = end >= rest.length ? (/(?<=^|\n)\r?\n$/.exec(rest.slice(0, start))?.[0].length ?? 0) : 0
      return splice(rest, start - air, end, '')
    }, text)
}

/** @returns a text without our blocks, except those that the user has edited */
export const withoutBlocks = (text: string): string => takeBlocks(text, () => false)

const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end)

/** With the line endings of the surrounding file. */
function indented(lines: string, indent: string, around: string): string {
  const text = lines.replace(/^(?=[^\n])/gm, indent)
  return around.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}

import { hash } from '@stablelib/sha256'
import type { Comment } from '../agents/piece'

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

export interface Marked {
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

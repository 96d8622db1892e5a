import { hash } from '@stablelib/sha256'
import type { Comment } from './piece'

/** How a line of comment begins and ends. */
const shapes: Readonly<Record<Comment, readonly [string, string]>> = {
  hash: ['# ', ''],
  html: ['<!-- ', ' -->'],
  slashes: ['// ', ''],
}

const hint = 'yours if you change it'

const lineOf = (comment: Comment, text: string): string => `${shapes[comment][0]}${text}${shapes[comment][1]}`

/** @returns the first 12 hexadecimal digits of the SHA-256 of a text, whatever its line ends */
export const fingerprint = (text: string): string =>
  Buffer.from(hash(Buffer.from(text.replaceAll('\r\n', '\n'))))
    .toString('hex')
    .slice(0, 12)

/**
 * @param body whole lines, each ended
 * @returns it between two lines that say whose it is, of which version, and what it was
 */
export const markBlock = (comment: Comment, id: string, version: string, body: string): string =>
  `${lineOf(comment, `spell:begin ${id} ${version} ${fingerprint(body)} (${hint})`)}\n${body}${lineOf(comment, `spell:end ${id}`)}\n`

/** @returns the text of a file of ours, with a last line that says so */
export const markFile = (comment: Comment, version: string, body: string): string =>
  `${body}${lineOf(comment, `spell:file ${version} ${fingerprint(body)} (${hint})`)}\n`

/** A piece of ours as it stands in a file. */
export interface Marked {
  readonly id: string
  /** What is between the markers, as it was before it was indented, with `\n`. */
  readonly body: string
  /** Whether nobody has changed it. */
  readonly untouched: boolean
  /** Where it begins and ends in the text, markers included. */
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

/** @returns the blocks of ours in a text, from its beginning to its end */
export function blocksIn(text: string): Marked[] {
  return [...text.matchAll(blockPattern)].map((match) => {
    const [whole, indent = '', id = '', digest, inner = ''] = match
    const body = inner.replaceAll('\r\n', '\n').replace(new RegExp(`^${indent}`, 'gm'), '')
    const start = match.index
    return { id, body, untouched: fingerprint(body) === digest, start, end: start + whole.length, indent }
  })
}

/** @returns whether a text has one of the two markers of a block without the other */
export const isTornBlock = (text: string, id: string): boolean =>
  new RegExp(`${open}(begin|end) ${id}\\s`).test(text) && !blocksIn(text).some((block) => block.id === id)

/** @returns whether a text has a marker of ours, be it without the other */
export const hasMarker = (text: string): boolean => new RegExp(`^[ \\t]*${open}(begin|end|file) `, 'm').test(text)

/** @returns what a text is as a file of ours, undefined where it does not say that it is one */
export function markedFile(text: string): Pick<Marked, 'body' | 'untouched'> | undefined {
  const match = filePattern.exec(text)
  if (!match) return undefined
  const body = text.slice(0, match.index).replaceAll('\r\n', '\n')
  return { body, untouched: fingerprint(body) === match[1] }
}

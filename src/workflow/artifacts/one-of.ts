import { inline } from '../../text/markdown/code'

/** @returns the word of the list that was meant, in any case */
export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())

/** The longest quotation of what is none of the words. In characters. */
const mostQuoted = 60

/** @returns that something is none of the words, as a clause */
export function noneOf(words: readonly string[], said: unknown): string {
  const range = `must be one of ${words.join(', ')}`
  const line = inline(typeof said === 'string' ? said.trim() : '')
  return line === ''
    ? range
    : `${range}, not "${line.length > mostQuoted ? `${line.slice(0, mostQuoted - 1)}…` : line}"`
}

/** Builds Markdown that inserted text cannot break. */

import { longestRun } from '../markdown/code'

export { capital, code, inline } from '../markdown/code'

/** Fills in placeholders. Throws Error for one without a value, so that none reaches a reader. */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  const [start = '', ...parts] = text.split('{{')
  return parts.reduce((filled, part) => {
    const end = part.indexOf('}}')
    const name = part.slice(0, end)
    if (values[name] === undefined) throw new Error(`no value for {{${name}}}`)
    return `${filled}${values[name]}${part.slice(end + 2)}`
  }, start)
}

/** @returns the text, cut to `most` characters */
export function beginningOf(text: string, most: number): string {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most).join('')} …` : text
}

/** @returns the first of some names, and how many more of all there are: `a, b and 3 more` */
export const firstOf = (names: readonly (string | number)[], most: number, all = names.length): string =>
  `${names.slice(0, most).join(', ')}${all > most ? ` and ${all - most} more` : ''}`

/** Strips the Markdown markers of a sentence, for output that is not rendered. */
export const plain = (sentence: string): string => sentence.replace(/[`*]/g, '')

/** A fenced block. The fence is longer than any run of backticks in the text, so the text cannot end it. */
export function fenced(raw: string, language = ''): string {
  const text = raw.replace(/\r\n?/g, '\n')
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Sections with headings of the given depth; a section without a body is left out. */
export function sections(
  depth: number,
  parts: readonly (readonly [heading: string, body: string | undefined | false])[],
): string {
  return parts
    .filter(([, body]) => body)
    .map(([heading, body]) => `${'#'.repeat(depth)} ${heading}\n\n${body}`)
    .join('\n\n')
}

/** Joins parts by blank lines; empty ones are left out. */
export const paragraphs = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter(Boolean).join('\n\n')

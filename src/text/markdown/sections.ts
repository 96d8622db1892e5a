import { longestRun } from './code'

/** A fenced block. The fence is longer than any run of backticks in the text, so the text cannot end it. */
export function fenced(raw: string, language = ''): string {
  const text = raw.replace(/\r\n?/g, '\n')
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

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

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

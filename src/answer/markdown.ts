/** Pieces of Markdown that cannot be broken by what is put into them. */

/**
 * Fills in placeholders.
 *
 * @throws Error for a placeholder without a value; none may ever reach a reader
 */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  const [start = '', ...parts] = text.split('{{')
  return parts.reduce((filled, part) => {
    const end = part.indexOf('}}')
    const name = part.slice(0, end)
    if (values[name] === undefined) throw new Error(`no value for {{${name}}}`)
    return `${filled}${values[name]}${part.slice(end + 2)}`
  }, start)
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)

/** A text from outside in one line. */
export const inline = (text: string): string => text.replace(/\s+/g, ' ')

/** @returns the text, of a longer one its beginning; `most` in characters */
export function beginningOf(text: string, most: number): string {
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most).join('')} …` : text
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A sentence without the marks of Markdown, for where they would be read as they are. */
export const plain = (sentence: string): string => sentence.replace(/[`*]/g, '')

/** A fenced block; its fence is longer than any run of backticks in the text, so the text cannot end it. */
export function fenced(raw: string, language = ''): string {
  const text = raw.replace(/\r\n?/g, '\n')
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** A name in code; the same holds for it. The spaces keep its own backticks and spaces apart from the span's. */
export function code(text: string): string {
  if (!text.includes('`') && text === text.trim()) return `\`${text}\``
  const ticks = '`'.repeat(longestRun(text) + 1)
  return /^ |`| $/.test(text) ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`
}

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')

/** Sections under headings of the given depth; one without a body is left out. */
export function sections(
  depth: number,
  parts: readonly (readonly [heading: string, body: string | undefined | false])[],
): string {
  return parts
    .filter(([, body]) => body)
    .map(([heading, body]) => `${'#'.repeat(depth)} ${heading}\n\n${body}`)
    .join('\n\n')
}

/** Parts with a blank line between them; empty ones are left out. */
export const paragraphs = (...parts: readonly (string | undefined | false)[]): string =>
  parts.filter(Boolean).join('\n\n')

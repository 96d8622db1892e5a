const TAB_SIZE = 4

/** What can precede a line's text: list markers and white space. */
const PREFIX = /^[ \t\d.)*+-]*/

const FEWEST_MARKERS = 3

/**
 * Splits a Markdown document into lines without their endings (LF, CRLF or CR) and without a byte order mark.
 *
 * @returns also the index of the first line below the YAML front matter. Unclosed front matter is text
 */
export function linesOf(markdown: string): { lines: string[]; bodyStart: number } {
  const text = markdown.startsWith('\uFEFF') ? markdown.slice(1) : markdown
  // Most texts have no CR; splitting by a string is faster.
  const lines = text.split(text.includes('\r') ? /\r\n?|\n/ : '\n')
  const closing = isRim(lines[0]) ? lines.findIndex((line, index) => index > 0 && isRim(line)) : -1
  return { lines, bodyStart: closing + 1 }
}

/** Whether a line opens or closes front matter. */
const isRim = (line = ''): boolean => line.startsWith('---') && columnsOf(line) === '---'

/** Replaces the tabs among a line's list markers by spaces, so that each character is one column, and trims its end. */
export function columnsOf(line: string): string {
  let end = line.length
  // A pattern anchored at the end would be tried at every run of spaces.
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--
  const text = line.slice(0, end)
  if (!text.includes('\t')) return text
  const prefix = PREFIX.exec(text)?.[0] ?? ''
  const pieces = prefix.split('\t')
  const last = pieces.pop() ?? ''
  let columns = ''
  for (const piece of pieces) {
    columns += piece
    columns += ' '.repeat(TAB_SIZE - (columns.length % TAB_SIZE))
  }
  return columns + last + text.slice(prefix.length)
}

/** Tells whether the rest of a line is a thematic break: three or more `-`, `*` or `_`, and white space. */
export function isRule(text: string, from: number): boolean {
  const marker = text.charAt(from)
  if (marker !== '-' && marker !== '*' && marker !== '_') return false
  let markers = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === marker) markers++
    else if (text[at] !== ' ' && text[at] !== '\t') return false
  }
  return markers >= FEWEST_MARKERS
}

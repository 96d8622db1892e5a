export interface Heading {
  /** 1 to 6. */
  readonly level: number
  readonly text: string
}

/** A line that is indented further is code. */
const mostIndent = 3

/** @returns the heading that a line with `#` is, without the marks that may close it, maybe empty; undefined for any other line */
export function headingOf(line: string): Heading | undefined {
  let indent = 0
  while (line[indent] === ' ') indent++
  if (indent > mostIndent || line[indent] !== '#') return undefined
  const [marks = '', ...words] = line.slice(indent).replaceAll('\t', ' ').split(' ')
  if (marks !== '######'.slice(0, marks.length)) return undefined
  return { level: marks.length, text: withoutClosing(words.join(' ').trim()) }
}

const withoutClosing = (text: string): string => (text.endsWith('#') ? text.replace(/(?:^| )#+$/, '').trim() : text)

/** @returns the level of the heading that a line makes of the paragraph above it; undefined if it makes none, as one dash, which is an item */
export function levelByLine(line = ''): number | undefined {
  const [, marks] = /^ {0,3}(=+|--+)\s*$/.exec(line) ?? []
  return marks === undefined ? undefined : marks.startsWith('=') ? 1 : 2
}

/** Whether a line begins a list, a quote or a table: what joins it is no paragraph of the document, so no line makes a heading of it. */
export const beginsBlock = (line: string): boolean => /^\s*(?:[>|]|(?:[-*+]|\d{1,9}[.)])(?:\s|$))/.test(line)

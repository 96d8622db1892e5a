import { linesOf } from './lines'

/** A line that is indented further is code. */
const mostIndent = 3

/** @returns the text of a heading line, maybe empty; undefined for any other line */
export function headingOf(line: string): string | undefined {
  let indent = 0
  while (line[indent] === ' ') indent++
  if (indent > mostIndent) return undefined
  const [marks = '', ...words] = line.slice(indent).replaceAll('\t', ' ').split(' ')
  const isHeading = marks !== '' && marks === '######'.slice(0, marks.length)
  return isHeading ? words.join(' ').trim() : undefined
}

/** @returns the text of the first heading below the front matter that has one; empty if none has */
export function headingIn(markdown: string): string {
  const { lines, bodyStart } = linesOf(markdown)
  for (const line of bodyStart === 0 ? lines : lines.slice(bodyStart)) {
    const text = line.includes('#') && headingOf(line)
    if (text) return text
  }
  return ''
}

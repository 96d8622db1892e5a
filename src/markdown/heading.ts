/** @returns the text of a line that is a heading, empty if it has none; undefined for any other line */
export function headingOf(line: string): string | undefined {
  const [marks = '', ...words] = line.trim().replaceAll('\t', ' ').split(' ')
  const isHeading = marks !== '' && marks === '######'.slice(0, marks.length)
  return isHeading ? words.join(' ').trim() : undefined
}

/** @returns the text of the first heading of a Markdown text that has one, empty if none has */
export function headingIn(markdown: string): string {
  for (const line of markdown.split('\n')) {
    const text = line.includes('#') && headingOf(line)
    if (text) return text
  }
  return ''
}

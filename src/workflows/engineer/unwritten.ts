/**
 * @param text of a file that begins as a template, or `true` if it is too long for one
 * @returns whether nobody has written in it: it has front matter, headings and comments, and nothing else
 */
export function isUnwritten(text: string | true | undefined): boolean {
  if (typeof text !== 'string') return false
  const body = text.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, '').replace(/<!--[\s\S]*?-->/g, '')
  return body.split(/\r\n?|\n/).every((line) => line.trim() === '' || /^#{1,6} /.test(line))
}

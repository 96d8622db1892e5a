/** @returns whether a line says nothing: an editor, or a merge, has left it */
export const isBlank = (line: string): boolean => line.trim() === ''

/** @returns a journal without the blank lines at its end; its last line keeps its line ending */
export function withoutBlankLines(text: string): string {
  let end = text.length
  // No `trimEnd`: in latin1, a byte of a letter can look like a space.
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1
  if (end === 0) return ''
  const ending = /^\r?\n/.exec(text.slice(end, end + 2))?.[0]
  return ending === undefined ? text : text.slice(0, end) + ending
}

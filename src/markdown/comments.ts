export const comment = { begin: '<!--', end: '-->' } as const

/** @returns the text without HTML comments; an unclosed one is text. Linear in the length of the text */
export function withoutComments(text: string): string {
  let said = ''
  let from = 0
  for (let start = text.indexOf(comment.begin); start >= 0; start = text.indexOf(comment.begin, from)) {
    const close = text.indexOf(comment.end, start)
    if (close < 0) break
    said += text.slice(from, start)
    from = close + comment.end.length
  }
  return said + text.slice(from)
}

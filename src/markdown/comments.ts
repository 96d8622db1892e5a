const begin = '<!--'
const end = '-->'

/** @returns the text without HTML comments; an unclosed one is text. Linear in the length of the text */
export function withoutComments(text: string): string {
  let said = ''
  let from = 0
  for (let start = text.indexOf(begin); start >= 0; start = text.indexOf(begin, from)) {
    const close = text.indexOf(end, start)
    if (close < 0) break
    said += text.slice(from, start)
    from = close + end.length
  }
  return said + text.slice(from)
}

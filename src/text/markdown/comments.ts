export const comment = { begin: '<!--', end: '-->' } as const

/** @returns what of a text is in no HTML comment, in parts with their offsets; an unclosed one is text. Linear in its length */
export function outsideComments(text: string): readonly { readonly text: string; readonly at: number }[] {
  const parts = []
  let at = 0
  for (let start = text.indexOf(comment.begin); start >= 0; start = text.indexOf(comment.begin, at)) {
    const close = text.indexOf(comment.end, start)
    if (close < 0) break
    parts.push({ text: text.slice(at, start), at })
    at = close + comment.end.length
  }
  return [...parts, { text: text.slice(at), at }]
}

/** @returns the text without HTML comments */
export const withoutComments = (text: string): string =>
  outsideComments(text)
    .map((part) => part.text)
    .join('')

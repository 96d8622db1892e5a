import { linesOf } from './lines'

/**
 * The lines of a document that say something: none of its front matter, of a fence or of a comment over several lines, and
 * each without the comments in it, but with its indent. A comment that is not closed in a line of text is text.
 */
export function* saidLines(markdown: string): Generator<string> {
  const { lines, bodyStart } = linesOf(markdown)
  let hidden: string | undefined
  for (let index = bodyStart; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const text = line.trim()
    if (hidden !== undefined) {
      if (hidden === comment.end ? text.includes(hidden) : text.startsWith(hidden)) hidden = undefined
      continue
    }
    hidden = endOfHidden(text)
    if (hidden === undefined) yield withoutComments(line)
  }
}

/** @returns the text that closes the fence or comment which the line opens; undefined if it opens none */
function endOfHidden(text: string): string | undefined {
  if (text.startsWith('~~~')) return '~~~'
  if (text.startsWith('```') && text.lastIndexOf('```') === 0) return '```'
  return text.startsWith(comment.begin) && !text.includes(comment.end) ? comment.end : undefined
}

const comment = { begin: '<!--', end: '-->' } as const

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

import { comment, withoutComments } from './comments'
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

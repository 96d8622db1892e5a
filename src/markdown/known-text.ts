/** A link to what a task or a review has left, at the end of a text: its words are one word, so they cannot take anything back. */
const ARCHIVE_LINK = /^\(?\[[^\]\s]+\]\((?:\.\/|\.ai\/task\/)?(?:tasks|pr-reviews)\/[^\s()]+\)\)?$/

/** Between a text and its link. */
const SEPARATORS = ' -–—:→'

/**
 * What a text is known by, whoever formats it: white space, the marks of emphasis and escapes make no difference, and neither
 * does a link at its end to the archive of a task or a review.
 *
 * @param text of a list item, as `taskItems` has it
 * @returns a text that is compared, not shown; found in linear time
 */
export function knownText(text: string): string {
  const plain = text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replaceAll('*', '_')
    .replace(/\s+/g, ' ')
    .trim()
  const at = plain.lastIndexOf('[')
  const from = plain[at - 1] === '(' ? at - 1 : at
  if (from <= 0 || !ARCHIVE_LINK.test(plain.slice(from))) return plain
  let end = from
  while (end > 0 && SEPARATORS.includes(plain.charAt(end - 1))) end--
  return end === 0 ? plain : plain.slice(0, end)
}

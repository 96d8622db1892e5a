/** A link to an archived task or review. Its text is one word, so it cannot withdraw what is said before it. */
const ARCHIVE_LINK = /^\(?\[[^\]\s]+\]\((?:\.\/|\.ai\/task\/)?(?:tasks|pr-reviews)\/[^\s()]+\)\)?$/

/** The same as plain text. */
const ARCHIVE_PATH = /^\((?:results|review): (?:\.\/|\.ai\/task\/)?(?:tasks|pr-reviews)\/[^\s()]+\)$/

/** Between a text and its link. */
const SEPARATORS = ' -–—:→'

/**
 * Normalises the text of a list item for comparison, so that formatters make no difference: ignores white space, emphasis,
 * escapes, and a link at the end to the archive of a task or a review. Linear in the length of the text.
 */
export function knownText(text: string): string {
  const plain = text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replaceAll('*', '_')
    .replace(/\s+/g, ' ')
    .trim()
  const at = plain.lastIndexOf('[')
  const link = plain[at - 1] === '(' ? at - 1 : at
  const candidates = [
    [link, ARCHIVE_LINK],
    [plain.lastIndexOf('('), ARCHIVE_PATH],
  ] as const
  const found = candidates.find(([from, pattern]) => from > 0 && pattern.test(plain.slice(from)))
  if (!found) return plain
  let [end] = found
  while (end > 0 && SEPARATORS.includes(plain.charAt(end - 1))) end--
  return end === 0 ? plain : plain.slice(0, end)
}

/** A link to an archived task or review. Its text is one word, so it cannot withdraw what is said before it. */
const ARCHIVE_LINK = /^\(?\[[^\]\s]+\]\((?:\.\/|\.ai\/task\/)?(?:tasks|pr-reviews)\/[^\s()]+\)\)?$/

/** The same as plain text. */
const ARCHIVE_PATH = /^\((?:results|review): (?:\.\/|\.ai\/task\/)?(?:tasks|pr-reviews)\/[^\s()]+\)$/

/** Between a text and its link. */
const SEPARATORS = ' -–—:→'

/**
 * Normalises the text of a list item for comparison, so that formatters and file systems make no difference: ignores white space,
 * the sign of emphasis, escapes, how letters are composed, and a link at the end to the archive of a task or a review. Linear in
 * the length of the text.
 */
export function knownText(text: string): string {
  const plain = withOneEmphasis(text)
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
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

/** Whether a text only keeps the place of another: `TBD`, `pending`, `?`, `…`. */
export function isUnsaid(text: string): boolean {
  return /^[\s.…?_*`()[\]–—-]*(?:(?:tb[ad]|todo|fixme|x{3}|pending|open|undecided|to be d(?:ecid|efin)ed)[\s.…?_*`()[\]–—-]*)?$/i.test(
    text,
  )
}

/** A code span, or signs of emphasis, be they escaped. */
const parts = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|`+|(?:\\?[*_])+/g

/** A multiplication, a pattern for files; escaped or not. */
const single = /^\\?\*$/

/**
 * Writes `_` for each `*` that may be emphasis, as formatters do. Text is what is in code, a single one that nothing touches on
 * either side, and one that has no other sign to go with. An escape does not count: a formatter adds it where it changes
 * nothing. The text keeps its length.
 */
export function withOneEmphasis(text: string): string {
  if (!text.includes('*')) return text
  const isSign = (run: string, at: number) =>
    !run.startsWith('`') && !(single.test(run) && /^\s*$/.test(text.charAt(at - 1) + text.charAt(at + run.length)))
  const signs = [...text.matchAll(parts)].filter(({ 0: run, index }) => isSign(run, index))
  if (signs.length === 1 && single.test(signs[0]?.[0] ?? '')) return text
  return text.replace(parts, (run, _, at: number) => (isSign(run, at) ? run.replaceAll('*', '_') : run))
}

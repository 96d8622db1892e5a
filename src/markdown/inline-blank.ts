import { tagEnd } from './html-tag'
import { endOf } from './sticky'

/** What shows nothing: how it starts, and the index after it (-1, if it is not that after all). */
const INVISIBLE: readonly [start: RegExp, end: (text: string, after: number, at: number) => number][] = [
  [/[ \t\0\n]+/y, (_, after) => after],
  [/\\\n/y, (_, after) => after],
  [/&(?:#(?=\d{1,7};)0*(?:9|10|13|32)|#[xX](?=[\dA-Fa-f]{1,6};)0*(?:9|[AaDd]|20)|Tab|NewLine);/y, (_, after) => after],
  [/<!--/y, (text, after) => endAfter(text, '-->', after - 2)],
  [/<!\[CDATA\[/y, (text, after) => endAfter(text, ']]>', after)],
  [/<![A-Za-z]/y, (text, after) => endAfter(text, '>', after)],
  [/<\?/y, (text, after, at) => (endOf(MAIL, text, at) < 0 ? endAfter(text, '?>', after) : -1)],
  [/<[A-Za-z/]/y, (text, _, at) => tagEnd(text, at, 'text')],
]

/** Every one of them starts with one of these; most text does not, and is spared the patterns. */
const STARTERS = ' \t\0\n\\&<'

/** `<?me@example.com>` is a mail address before it is a processing instruction. */
const MAIL =
  /<[#-'*+\--9=?A-Z^-~]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*>/y

/**
 * Tells whether a piece of running text shows nothing: it is only white space, hard line breaks and HTML.
 *
 * @param text the lines of a paragraph or a heading, joined with `\n`
 * @param from the index of the piece; it goes on to the end of the text
 */
export function isBlank(text: string, from: number): boolean {
  let index = from
  while (index < text.length) {
    const end = invisibleEnd(text, index)
    if (end < 0) return false
    index = end
  }
  return true
}

function invisibleEnd(text: string, at: number): number {
  if (!STARTERS.includes(text.charAt(at))) return -1
  for (const [start, end] of INVISIBLE) {
    const after = endOf(start, text, at)
    if (after >= 0) return end(text, after, at)
  }
  return -1
}

function endAfter(text: string, closing: string, from: number): number {
  const index = text.indexOf(closing, from)
  return index < 0 ? -1 : index + closing.length
}

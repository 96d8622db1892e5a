/** Columns from one tab stop to the next. */
const TAB_SIZE = 4

/** Stands for every column of a tab but its first. NUL is free for it: Markdown has none, it reads U+FFFD instead. */
const TAB_FILL = '\0'

/** Fewest markers that make a thematic break. */
const RULE_MARKERS = 3

/** A line of Markdown, in which one character is one column. */
export type Line = {
  /** The characters, without the line ending; the columns of a tab are `\t` and then `\0`s. */
  text: string
  /** Where the trailing white space starts. */
  end: number
  /** The first and last column at which a thematic break may start; none, if first > last. */
  ruleFrom: number
  ruleTo: number
}

/**
 * Splits Markdown into lines, one at a time.
 *
 * @param markdown the document
 * @param start the index of the first line's first character
 * @yields the lines; an empty rest after the last line ending is none
 */
export function* linesOf(markdown: string, start: number): Generator<Line> {
  let from = start
  while (from < markdown.length) {
    let end = from
    while (end < markdown.length && !isLineEnding(markdown.charCodeAt(end))) end++
    yield lineOf(markdown.slice(from, end))
    from = markdown.startsWith('\r\n', end) ? end + 2 : end + 1
  }
}

/**
 * Tells whether a column is white space.
 *
 * @param text a line's text
 * @param at the column
 */
export function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 9 || code === 0
}

/**
 * Skips white space.
 *
 * @param text a line's text
 * @param from where to start
 * @param most how many columns to skip at most
 * @returns the first column after it
 */
export function skipSpaces(text: string, from: number, most = Number.POSITIVE_INFINITY): number {
  let at = from
  while (at - from < most && isSpace(text, at)) at++
  return at
}

/**
 * Tells whether the rest of a line is a thematic break.
 *
 * @param line the line
 * @param at the column of the first marker
 */
export function isRule(line: Line, at: number): boolean {
  return line.ruleFrom <= at && at <= line.ruleTo
}

function lineOf(source: string): Line {
  const text = expandTabs(source.includes('\0') ? source.replaceAll('\0', '\uFFFD') : source)
  let end = text.length
  while (end > 0 && isSpace(text, end - 1)) end--
  return { text, end, ...ruleRange(text, end) }
}

function expandTabs(source: string): string {
  if (!source.includes('\t')) return source
  let added = 0
  return source.replace(/\t/g, (tab, index: number) => {
    const fill = TAB_SIZE - 1 - ((index + added) % TAB_SIZE)
    added += fill
    return tab + TAB_FILL.repeat(fill)
  })
}

/** Found once a line, from its end: to look again at every marker of `- - - - x -` would be quadratic. */
function ruleRange(text: string, end: number): { ruleFrom: number; ruleTo: number } {
  const marker = text[end - 1]
  let ruleTo = -1
  if (marker !== '-' && marker !== '*' && marker !== '_') return { ruleFrom: 0, ruleTo }
  let at = end
  let markers = 0
  while (at > 0 && (text[at - 1] === marker || isSpace(text, at - 1))) {
    at--
    if (text[at] === marker && ++markers === RULE_MARKERS) ruleTo = at
  }
  return { ruleFrom: at, ruleTo }
}

function isLineEnding(code: number): boolean {
  return code === 10 || code === 13
}

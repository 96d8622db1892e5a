import { tagEnd } from './html-tag'
import { isRule, isSpace, type Line, skipSpaces } from './source-lines'
import { endOf } from './sticky'

/** A block whose lines are taken as they are: fenced code or HTML. */
export type Verbatim = {
  /** Tells whether a line, read from a column on, is the last one. */
  endsIn: (text: string, from: number) => boolean
  /** A blank line ends it too, without belonging to it. */
  endsBeforeBlank: boolean
}

/** What can start in a line instead of a paragraph. */
export type Leaf = { kind: 'heading' | 'rule' | 'underline' | 'tag' } | { kind: 'verbatim'; block: Verbatim }

const HEADING = /#{1,6}(?=[ \t\0]|$)/y
const UNDERLINE = /(?:=+|-+)[ \t\0]*$/y
const FENCE = /(?:`{3,}(?=[^`]*$)|~{3,})/y
const FENCE_END = /[ \t\0]{0,3}(`+|~+)[ \t\0]*$/y

/** The kinds of HTML blocks that may end a paragraph. Those without `end` end before a blank line. */
const HTML_BLOCKS: readonly { start: RegExp; end?: RegExp }[] = [
  { start: /<(?:pre|script|style|textarea)(?=[ \t\0>]|$)/iy, end: /<\/(?:pre|script|style|textarea)>/gi },
  { start: /<!--/y, end: /-->/g },
  { start: /<\?/y, end: /\?>/g },
  { start: /<![A-Za-z]/y, end: />/g },
  // micromark takes the brackets by twos, so that an odd one before the `>` does not close.
  { start: /<!\[CDATA\[/y, end: /(?<!\])(?:\]\])+>/g },
  {
    start:
      /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t\0]|\/?>|$)/iy,
  },
]

/** The HTML block of any other tag that is alone in its line. */
export const TAG_BLOCK: Verbatim = { endsIn: () => false, endsBeforeBlank: true }

/** What a line can start, by its first character. */
const STARTS: Readonly<Record<string, readonly ((line: Line, at: number) => Leaf | undefined)[]>> = {
  '#': [(line, at) => (endOf(HEADING, line.text, at) >= 0 ? { kind: 'heading' } : undefined)],
  '=': [underlineAt],
  '-': [underlineAt, ruleAt],
  '*': [ruleAt],
  _: [ruleAt],
  '`': [fenceAt],
  '~': [fenceAt],
  '<': [htmlAt],
}

/**
 * Lists what a line may start, best first. An underline counts only below a paragraph, a tag only where no paragraph
 * goes on.
 *
 * @param line the line
 * @param at the column of its first character that is not white space, indented by three columns at most
 */
export function leavesAt(line: Line, at: number): Leaf[] {
  const starts = STARTS[line.text.charAt(at)] ?? []
  return starts.map((start) => start(line, at)).filter((leaf) => leaf !== undefined)
}

/**
 * Takes the text out of a heading that starts with `#`, without the `#` around it.
 *
 * @param line the heading's line
 * @param at the column of the first `#`
 */
export function headingText({ text, end }: Line, at: number): string {
  let start = at
  while (text[start] === '#') start++
  start = skipSpaces(text, start)
  let close = end
  while (close > start && text[close - 1] === '#') close--
  return text.slice(start, close === start || isSpace(text, close - 1) ? close : end)
}

function underlineAt(line: Line, at: number): Leaf | undefined {
  return endOf(UNDERLINE, line.text, at) >= 0 ? { kind: 'underline' } : undefined
}

function ruleAt(line: Line, at: number): Leaf | undefined {
  return isRule(line, at) ? { kind: 'rule' } : undefined
}

function fenceAt({ text }: Line, at: number): Leaf | undefined {
  const size = endOf(FENCE, text, at) - at
  if (size < 0) return undefined
  const marker = text.charAt(at)
  const endsIn = (line: string, from: number): boolean => {
    FENCE_END.lastIndex = from
    const fence = FENCE_END.exec(line)?.[1]
    return fence?.startsWith(marker) === true && fence.length >= size
  }
  return { kind: 'verbatim', block: { endsIn, endsBeforeBlank: false } }
}

function htmlAt({ text }: Line, at: number): Leaf | undefined {
  for (const { start, end } of HTML_BLOCKS) {
    if (endOf(start, text, at) < 0) continue
    return {
      kind: 'verbatim',
      block: end ? { endsIn: (line, from) => endOf(end, line, from) >= 0, endsBeforeBlank: false } : TAG_BLOCK,
    }
  }
  const end = tagEnd(text, at, 'block')
  return end >= 0 && skipSpaces(text, end) === text.length ? { kind: 'tag' } : undefined
}

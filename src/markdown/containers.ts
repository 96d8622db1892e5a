import { isRule, isSpace, type Line, skipSpaces } from './source-lines'

/**
 * An open block quote (0) or list item (marker × 64 + width of its indentation in columns). A number, so that a document
 * with millions of them fits into little memory.
 */
export type Container = number

/** A container that starts in a line. */
export type Opening = {
  container: Container
  /** The column after its prefix. */
  end: number
  /** It is a list item, and nothing follows its marker. */
  empty: boolean
}

/** The container that is a block quote. */
export const QUOTE: Container = 0

/** Columns of indentation that make code of what follows. */
export const CODE_INDENT = 4

const MOST_DIGITS = 9
const WIDTH_BASE = 64
const BULLETS = '-*+'
const ORDERED = '.)'

/**
 * The columns by which a list item's lines are indented.
 *
 * @param item the list item
 */
export function widthOf(item: Container): number {
  return item % WIDTH_BASE
}

/**
 * Reads a block quote's prefix, `>` and one column of white space.
 *
 * @param text a line's text
 * @param from the column after the prefixes of the containers around it
 * @returns the column after the prefix; -1, if there is none
 */
export function quoteEnd(text: string, from: number): number {
  const at = skipSpaces(text, from, CODE_INDENT - 1)
  if (text[at] !== '>') return -1
  return isSpace(text, at + 1) ? at + 2 : at + 1
}

/**
 * Reads the start of a block quote or a list item.
 *
 * @param line the line
 * @param from the column after the prefixes of the containers around it
 * @param interrupting whether text or indented code goes before, which not every list item may end
 */
export function containerAt(line: Line, from: number, interrupting: boolean): Opening | undefined {
  const quote = quoteEnd(line.text, from)
  return quote >= 0 ? { container: QUOTE, end: quote, empty: false } : itemAt(line, from, interrupting)
}

/**
 * Reads the start of the next item of a list.
 *
 * @param line the line
 * @param from the column after the prefixes of the containers around the list
 * @param sibling an item of the list
 */
export function nextItemAt(line: Line, from: number, sibling: Container): Opening | undefined {
  const item = itemAt(line, from, false)
  return item && markerOf(item.container) === markerOf(sibling) ? item : undefined
}

function itemAt(line: Line, from: number, interrupting: boolean): Opening | undefined {
  const { text } = line
  const start = skipSpaces(text, from, CODE_INDENT - 1)
  const marker = markerAt(line, start, interrupting)
  if (marker < 0) return undefined
  const after = marker + 1
  const content = skipSpaces(text, after, CODE_INDENT + 1)
  const empty = after >= line.end
  if (empty ? interrupting : content === after) return undefined
  // More white space than that is the start of indented code. An empty item counts as one column wide.
  const indented = content - after > CODE_INDENT
  const end = empty ? after : indented ? after + 1 : content
  const width = (empty ? after + 1 : end) - from
  return { container: text.charCodeAt(marker) * WIDTH_BASE + width, end, empty }
}

/** The column of a list item's marker, for an ordered list the one after the number; -1, if there is none. */
function markerAt(line: Line, start: number, interrupting: boolean): number {
  const { text } = line
  if (isOneOf(BULLETS, text[start])) return isRule(line, start) ? -1 : start
  let at = start
  while (at - start < MOST_DIGITS && isDigit(text[at])) at++
  if (at === start || !isOneOf(ORDERED, text[at])) return -1
  return interrupting && text.slice(start, at) !== '1' ? -1 : at
}

function markerOf(item: Container): number {
  return Math.floor(item / WIDTH_BASE)
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

function isOneOf(characters: string, character: string | undefined): boolean {
  return character !== undefined && characters.includes(character)
}

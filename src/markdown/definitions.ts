import { endOf } from './sticky'

/** `[label]:` and the white space after it. */
const LABEL = /\[((?:\\[[\]\\]|\\(?![[\]\\])|[^[\]\\]){1,2000})\]:[ \t\0\n]*/y

/** A label is never longer, its line endings not counted. */
const LONGEST_LABEL = 999

/** White space between a destination and a title. */
const GAP = /[ \t\0\n]+/y

/** White space, up to the end of the line. */
const LINE_REST = /[ \t\0]*(?=\n|$)/y

const LINE_START = /\n[ \t\0]*/y

/** What ends a title, by what starts it, and the characters that a backslash escapes in it. */
const TITLE_MARKERS: Readonly<Record<string, { closing: RegExp; escapable: string }>> = {
  '"': { closing: /"/, escapable: '"\\' },
  "'": { closing: /'/, escapable: "'\\" },
  '(': { closing: /\)/, escapable: ')\\' },
}

/** The end of a destination in `<…>`, and of a bare one, by what may not follow in it. */
const ENCLOSED_STOP = /[<>\n]/
const BARE_STOP = /[()\0-\x20\x7F]/

/**
 * Skips the link reference definitions that a block of text starts with.
 *
 * @param text the lines of the block, joined with `\n`
 * @returns the index of the paragraph after them; the length of the text, if there is none
 */
export function paragraphStart(text: string): number {
  let index = 0
  while (text[index] === '[') {
    const end = definitionEnd(text, index)
    if (end < 0) break
    const next = endOf(LINE_START, text, end)
    index = next < 0 ? end : next
  }
  return index
}

/** The index after a definition, at the end of its line; -1, if there is none. */
function definitionEnd(text: string, at: number): number {
  const destination = labelEnd(text, at)
  const end = destination < 0 ? -1 : destinationEnd(text, destination)
  if (end < 0) return -1
  const title = titleEnd(text, end)
  // What looks like a title and is none may still be the next paragraph's first line.
  const titleLine = title < 0 ? -1 : endOf(LINE_REST, text, title)
  return titleLine < 0 ? endOf(LINE_REST, text, end) : titleLine
}

function labelEnd(text: string, at: number): number {
  LABEL.lastIndex = at
  const label = LABEL.exec(text)?.[1]
  if (label === undefined || !/[^ \t\0\n]/.test(label)) return -1
  return label.replaceAll('\n', '').length > LONGEST_LABEL ? -1 : LABEL.lastIndex
}

function destinationEnd(text: string, at: number): number {
  if (text[at] === '<') {
    const end = find(ENCLOSED_STOP, text, at + 1, '<>\\')
    return text[end] === '>' ? end + 1 : -1
  }
  let depth = 0
  let end = at
  for (;;) {
    end = find(BARE_STOP, text, end, '()\\')
    if (text[end] === '(') depth++
    else if (text[end] === ')' && depth > 0) depth--
    else return depth > 0 || end === at ? -1 : end
    end++
  }
}

function titleEnd(text: string, at: number): number {
  const start = endOf(GAP, text, at)
  const marker = start < 0 ? undefined : TITLE_MARKERS[text.charAt(start)]
  if (marker === undefined) return -1
  const end = find(marker.closing, text, start + 1, marker.escapable)
  return end < text.length ? end + 1 : -1
}

/** The index of the first character that matches, unless a backslash escapes it; the text's length, if there is none. */
function find(stop: RegExp, text: string, from: number, escapable: string): number {
  let index = from
  while (index < text.length) {
    const character = text.charAt(index)
    if (stop.test(character)) return index
    index += character === '\\' && index + 1 < text.length && escapable.includes(text.charAt(index + 1)) ? 2 : 1
  }
  return text.length
}

import { endOf } from './sticky'

/** Where a tag stands: in running text, or alone in a line, where micromark reads attribute values a little differently. */
export type TagPlace = 'text' | 'block'

const CLOSING_TAG = /<\/[A-Za-z][A-Za-z\d-]*[ \t\0\n]*>/y
const NAME = /<[A-Za-z][A-Za-z\d-]*/y
const ATTRIBUTE = /[ \t\0\n]+[:_A-Za-z][-.:\w]*/y
const END = /[ \t\0\n]*\/?>/y
const EQUALS = /[ \t\0\n]*=[ \t\0\n]*/y
const QUOTED = /(?:"[^"]*"|'[^']*')(?=[ \t\0\n/>])/y
const UNQUOTED: Record<TagPlace, RegExp> = {
  text: /[^ \t\0\n"'<=>`][^ \t\0\n"'<=>`/]*/y,
  block: /[^ \t\0\n"'<=>`/]+|(?=\/)/y,
}

/**
 * Reads an HTML tag.
 *
 * One small pattern at a time: a single one for all of it would backtrack without bounds.
 *
 * @param text Markdown whose lines are joined with `\n`
 * @param at the index of the `<`
 * @param place where the tag stands
 * @returns the index after the tag; -1, if there is none
 */
export function tagEnd(text: string, at: number, place: TagPlace): number {
  const closing = endOf(CLOSING_TAG, text, at)
  if (closing >= 0) return closing
  let index = endOf(NAME, text, at)
  while (index >= 0) {
    const attribute = endOf(ATTRIBUTE, text, index)
    if (attribute < 0) return endOf(END, text, index)
    index = valuesEnd(text, attribute, place)
  }
  return -1
}

/** The index after the values of an attribute: one at most in text, but as many as `a=b=c` in a block. */
function valuesEnd(text: string, from: number, place: TagPlace): number {
  let index = from
  for (;;) {
    const value = endOf(EQUALS, text, index)
    if (value < 0) return index
    const quoted = endOf(QUOTED, text, value)
    if (quoted >= 0) return quoted
    index = endOf(UNQUOTED[place], text, value)
    if (index < 0 || place === 'text') return index
  }
}

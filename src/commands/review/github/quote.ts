/** Texts of others, so that nothing in them can be taken for ours. */

/**
 * What a reader would not see, or what would change how the rest is shown: controls, marks of direction, characters without
 * width, and the invisible letters of Unicode's tags, in which orders can be hidden.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0B-\x1F\x7F-\x9F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu

const shown = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? '\u2421' : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** @returns the text with every character that cannot be seen shown; line ends are `\n` */
export const visible = (text: string): string => text.replace(/\r\n?/g, '\n').replace(unseen, shown)

/** @returns the text in one line */
export const oneLine = (text: string): string => visible(text.replace(/\s+/g, ' ')).trim()

/**
 * Quotes a Markdown text. Whatever is in it stays within the quote: headings, fences, front matter. Two things are taken their
 * meaning, because a reader of the rendered page would not see what an agent reads, or would see the quote end too early:
 * the beginning of an HTML comment, and the tag that closes a quote.
 */
export function quote(text: string): string {
  const lines = visible(text)
    .replace(/<(?=!--|\/blockquote)/gi, '&lt;')
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
  return lines.map((line) => (line.trim() === '' ? '>' : `> ${line}`)).join('\n')
}

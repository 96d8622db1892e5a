import { code } from './code'
import { visible } from './visible'

/**
 * @returns all of a command as code of one line, with a sign for each line ending, tab and other character that cannot
 * be seen, and the number of spaces that could push the rest out of sight
 */
export const shownCommand = (text: string): string => code(signed(text))

const signed = (text: string): string =>
  visible(text.replaceAll('\n', '␊').replaceAll('\t', '␉'))
    .replace(
      /(?! )\p{Zs}/gu,
      (space) => `[U+${(space.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/ {3,}/g, ({ length }) => `[${length} spaces]`)

/** @returns a command line that a shell parses into these words */
export const quoted = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')

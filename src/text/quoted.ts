/** @returns a command line that a shell parses into these words */
export const quoted = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')

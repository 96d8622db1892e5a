/** @returns a line that a shell takes for these words */
export const quoted = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')

/** Scripts without spaces, and one whose particles follow a foreign word without one. */
export const unspaced = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Hang'].map(
  (name) => `\\p{scx=${name}}`,
)
export const letter = `(?![${unspaced.join('')}])[\\p{L}\\p{M}\\p{N}_]`

/** Around a word: part of a path, an address, an option or a longer word is none. */
export const begin = `(?<![-./\\\\@#$]|${letter})`
export const end = `(?!${letter}|\\(|[-./\\\\@:'’]${letter})`

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+')

/** @returns an expression for one of several words; without any, one that matches nothing */
export const choice = (words: readonly string[]): string => words.map(escaped).join('|') || '(?!)'

import type { Mode } from './states'

/** The words that indicate a mode of consultation; the first match wins. */
const words: readonly (readonly [Mode, RegExp])[] = [
  ['unblock', /\b(stuck|unblock(ed|ing)?)\b/i],
  ['explore', /\b(explor(e|es|ing)|brainstorm(s|ing)?|what if)\b/i],
  ['review', /\b(thorough(ly)? review|review(s|ed|ing)? against)\b/i],
  ['panel', /\b(panel|debate[sd]?|debating)\b/i],
  ['single', /\bsummon(s|ed|ing)?\b/i],
  // Someone by name: two capitalised words.
  ['single', /\b[Aa]sk\s+\p{Lu}\p{L}+\s+\p{Lu}\p{L}+/u],
]

/** @returns the mode that a text asks for (default: a panel) */
export const modeIn = (text: string): Mode => words.find(([, pattern]) => pattern.test(text))?.[0] ?? 'panel'

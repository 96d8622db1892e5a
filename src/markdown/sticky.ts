/**
 * Matches a pattern at an index.
 *
 * @param pattern a sticky pattern; a global one may match anywhere after the index
 * @param text what to read
 * @param at the index
 * @returns the index after the match; -1, if there is none
 */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

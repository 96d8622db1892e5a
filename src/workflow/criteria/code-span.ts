/** @returns the inside of a text that is one code span of Markdown; undefined for any other text, or a blank one */
export function codeSpan(text: string): string | undefined {
  const ticks = /^`+/.exec(text)?.[0] ?? ''
  if (ticks === '' || text.length <= 2 * ticks.length || !text.endsWith(ticks)) return undefined
  const inside = text.slice(ticks.length, -ticks.length)
  // A run of backticks of the same length would have ended it.
  if (inside.startsWith('`') || inside.endsWith('`') || inside.match(/`+/g)?.includes(ticks)) return undefined
  if (inside.trim() === '') return undefined
  return inside.startsWith(' ') && inside.endsWith(' ') ? inside.slice(1, -1) : inside
}

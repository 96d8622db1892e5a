/** @returns the length of the longest run of backticks */
export const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0)

/** Joins the lines of a foreign text. Spaces within a line stay: in code they mean something. */
export const inline = (text: string): string => text.replace(/(?<! ) *[^\S ]\s*/g, ' ')

/** A code span, which the text cannot end. The spaces separate the name's backticks and spaces from the span's. */
export function code(text: string): string {
  if (!text.includes('`') && text === text.trim()) return `\`${text}\``
  const ticks = '`'.repeat(longestRun(text) + 1)
  return /^ |`| $/.test(text) ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`
}

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

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

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

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a look can do without, the least important first, each with what is left of it. */
const spare: readonly RegExp[] = [
  /^>.*\n\n/,
  /^### (?:Unavailable|What Cannot)[^\n]*\n\n(?:.+\n)+\n/m,
  /^\*\*Key Files:\*\* .*\n\n/m,
  /\n {3}- for .*/g,
  /^### Next Steps\n\n(?:.*\n)+\n(?=.*$)/m,
]

/** Says where all of it is. */
const more = '> Shortened to fit. With `| cat` behind the command you see all of it.\n\n'

/**
 * Leaves out of what a look says as much as does not fit a screen.
 *
 * @param rows of the terminal; undefined if that is not known
 * @param heightOf how many lines a text takes there
 */
export function fitScreen(text: string, rows: number | undefined, heightOf: (text: string) => number): string {
  // The command that was typed, and the next prompt.
  const fits = (each: string) => !rows || heightOf(each) <= rows - 2
  let rest = text
  for (const part of spare) {
    if (fits(rest)) break
    rest = `${more}${rest.slice(rest.startsWith(more) ? more.length : 0).replace(part, '')}`
  }
  return rest
}

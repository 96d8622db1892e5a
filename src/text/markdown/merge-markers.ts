import { fencedLines } from './fenced-lines'
import { beginsBlock, headingOf } from './heading'
import { linesOf } from './lines'

/** The lines around the two sides of a text; the one between them may also underline a heading. */
const around = /^(?:[<>|]{7} \S|[<>]{7}$)/
const between = '======='

/**
 * Finds what git leaves of a merge, outside fenced blocks: the two sides of a text, or one line that was forgotten.
 *
 * @returns the line of the first marker, from 1; undefined without one
 */
export function markerIn(text: string): number | undefined {
  const { bodyStart } = linesOf(text)
  /** Whether the line above ends a paragraph, and whether the lines that join it are only text. */
  let [isUnderlined, isProse] = [false, true]
  for (const { text: line, number, block } of fencedLines(text)) {
    if (!block && (around.test(line) || (line === between && !isUnderlined))) return number
    const isGap = block !== undefined || number <= bodyStart || line.trim() === ''
    isProse = isGap || (isProse && !beginsBlock(line))
    isUnderlined = !isGap && isProse && headingOf(line) === undefined
  }
  return undefined
}

export const conflictIn = (path: string): string => `git has left conflict markers in ${path}.`

import { fencedLines } from './fenced-lines'
import { headingOf, linesOf } from './lines'

/** The lines around the two sides of a text; the one between them may also underline a heading. */
const around = /^(?:[<>|]{7} \S|[<>]{7}$)/
const between = '======='

/** What is no paragraph, which alone can be underlined. */
const noParagraph = /^\s*(?:[-*+>|]|\d{1,9}[.)]\s)/

/**
 * Finds what git leaves of a merge, outside fenced blocks: the two sides of a text, or one line that was forgotten.
 *
 * @returns the line of the first marker, from 1; undefined without one
 */
export function markerIn(text: string): number | undefined {
  const lines = fencedLines(text)
  const { bodyStart } = linesOf(text)
  const isMarker = ({ text: line, number, block }: (typeof lines)[number]) =>
    !block && (around.test(line) || (line === between && (number <= bodyStart || !underlines(number))))
  return lines.find(isMarker)?.number

  function underlines(number: number): boolean {
    const above = lines.slice(bodyStart, number - 1)
    const paragraph = above.slice(above.findLastIndex(({ text: line, block }) => block || line.trim() === '') + 1)
    const last = paragraph.at(-1)?.text
    return last !== undefined && headingOf(last) === undefined && !paragraph.some((line) => noParagraph.test(line.text))
  }
}

export const conflictIn = (path: string): string => `git has left conflict markers in ${path}.`

import { fencedLines } from './fenced-lines'
import { headingOf, linesOf } from './lines'

export interface Title {
  readonly text: string
  /** As of a heading, 1 to 6; 7 of a line in bold, 8 of one that ends with a colon. */
  readonly level: number
  readonly line: number
}

const starts = /^\s*(?:[-*+>|]|\d{1,9}[.)](?:\s|$))/

/** @returns the titles of a Markdown text below its front matter: its headings, and the lines that people write as such */
export function titlesIn(text: string): readonly Title[] {
  const lines = fencedLines(text)
  return lines.slice(linesOf(text).bodyStart).flatMap(({ text: line, number, block }): Title[] => {
    if (block) return []
    const heading = headingOf(line)
    if (heading !== undefined) return [{ text: heading, level: line.trim().search(/[^#]|$/), line: number }]
    const [, , bold] = /^ {0,3}(\*\*|__)(?=\S)(.+?)\1:?\s*$/.exec(line) ?? []
    if (bold) return [{ text: bold, level: 7, line: number }]
    if (line.trim() === '' || starts.test(line)) return []
    const [, rule] = /^ {0,3}(=+|--+)\s*$/.exec(lines[number]?.text ?? '') ?? []
    if (rule) return [{ text: line.trim(), level: rule.startsWith('=') ? 1 : 2, line: number }]
    return /^\S.*:\s*$/.test(line) ? [{ text: line.trim(), level: 8, line: number }] : []
  })
}

import type { fencedLines } from '../markdown/fenced-lines'
import { headingOf } from '../markdown/lines'
import { taskItems } from '../markdown/task-items'

/** A section of criteria, which need no box in it. */
const ofCriteria = /^\W*(?:acceptance criteria|success criteria|definition of done)\b/i

/** Where the text of an item begins. */
const marker = /^( {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+)(?=\S)/

/**
 * Finds the criteria that stand in a list of their own, without boxes: `## Acceptance Criteria`, then `1. …`.
 *
 * @param isBox whether a line has a box: in a section with one, these are the criteria
 * @returns the criteria by their lines, and the sections of that name that have no list
 */
export function listedCriteria(lines: ReturnType<typeof fencedLines>, isBox: (line: number) => boolean) {
  const listed = new Map<number, string>()
  const unread: string[] = []
  const levels = lines.map(({ text, block }) =>
    block || headingOf(text) === undefined ? 7 : text.trim().search(/[^#]|$/),
  )
  for (const [index, level] of levels.entries()) {
    const title = headingOf(lines[index]?.text ?? '') ?? ''
    if (level === 7 || !ofCriteria.test(title)) continue
    const next = levels.findIndex((each, at) => at > index && each <= level)
    const section = lines.slice(index + 1, next < 0 ? undefined : next)
    if (section.some(({ number }) => isBox(number))) continue
    const items = taskItems(
      section.map(({ text, block }) => (block ? text : text.replace(marker, '$1[ ] '))).join('\n'),
    )
    for (const { line, text } of items) listed.set(index + 1 + line, text)
    if (items.length === 0 && section.some(({ text }) => /^(?!\s*<!--)\s*\S/.test(text))) unread.push(title)
  }
  return { listed, unread }
}

import type { fencedLines } from '../markdown/fenced-lines'
import { headingOf } from '../markdown/heading'

/** A section of criteria, which need no box in it. */
const ofCriteria = /^\W*(?:acceptance criteria|success criteria|definition of done)\b/i

const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s+(\S.*)$/

/**
 * Finds the criteria that stand in a list of their own, without boxes: `## Acceptance Criteria`, then `1. …`. In a section with
 * boxes these are the criteria.
 *
 * @param boxed the lines that have a box
 * @returns the criteria by their lines, and the sections of that name in which there is no list
 */
export function listedCriteria(lines: ReturnType<typeof fencedLines>, boxed: ReadonlySet<number>) {
  const listed = new Map<number, string>()
  const unread: string[] = []
  lines.forEach(({ text, block }, index) => {
    const title = block ? undefined : headingOf(text)
    if (title === undefined || !ofCriteria.test(title)) return
    const level = levelOf(text)
    const below = lines.slice(index + 1)
    const next = below.findIndex(
      (line) => !line.block && headingOf(line.text) !== undefined && levelOf(line.text) <= level,
    )
    const section = below.slice(0, next < 0 ? below.length : next)
    if (section.some(({ number }) => boxed.has(number))) return
    let last: number | undefined
    const before = listed.size
    for (const { text: line, number, block: inBlock } of section) {
      const said = inBlock ? undefined : item.exec(line)?.[1]
      if (said !== undefined) listed.set(number, said)
      else if (last !== undefined && /^\s+[^\s\-*+>|]/.test(line) && !inBlock)
        listed.set(last, `${listed.get(last)} ${line.trim()}`)
      last = said === undefined ? (line.trim() === '' ? undefined : last) : number
    }
    const isEmpty = section.every((line) => line.text.trim() === '' || line.text.trim().startsWith('<!--'))
    if (listed.size === before && !isEmpty) unread.push(title)
  })
  return { listed, unread }
}

const levelOf = (line: string): number => /#+/.exec(line)?.[0].length ?? 0

import { fencedLines } from '../text/markdown/fenced-lines'

/** What the results of a review say of a thread, and whether it stands where something was changed. */
export interface ThreadAnswer {
  readonly text: string
  readonly isChange: boolean
}

/** The heading of what is meant for the reviewer: with it, what stands elsewhere, as under “Errors”, is for the developer. */
const answers = /^answers?$/im
/** A heading below which nothing was changed. */
const unchanged = /left open|without a change/i

/**
 * @param ids those of all threads
 * @returns for a thread the section of the results that names it, or the paragraphs and items that do; empty without any
 */
export function answersIn(results: string, ids: readonly string[]): (id: string) => ThreadAnswer {
  const known = new Set(ids)
  const namedIn = (text: string) =>
    text
      .split(/[^\w=-]+/)
      .map((word) => word.replace(/^discussion_/, ''))
      .filter((word) => known.has(word))
  const found = sectionsOf(results)
  const meant = found.filter(({ path }) => answers.test(path))
  const sections = (meant.length > 0 ? meant : found).map(({ title, body, isChange }) => ({
    named: namedIn(title),
    parts: partsOf(body, (line) => namedIn(line).length > 0).map((text) => ({ text, isChange, named: namedIn(text) })),
  }))
  return (id) => {
    const own = sections.find(({ named }) => named.includes(id))
    const all = own?.parts ?? sections.flatMap(({ parts }) => parts)
    const parts = all.filter(({ named }) => named.includes(id) || (own && named.length === 0))
    const text = parts.map((part) => withoutId(part.text.replace(item, ''), id)).join('\n')
    return { text, isChange: parts[0]?.isChange ?? false }
  }
}

function sectionsOf(results: string): { title: string; path: string; body: string; isChange: boolean }[] {
  const above: string[] = []
  let section = { title: '', path: '', body: '', isChange: true }
  const sections = [section]
  for (const { text, block } of fencedLines(results)) {
    const [, marks = '', title = ''] = (!block && /^(#{1,6}) (.*)/.exec(text)) || []
    if (marks === '') section.body += `${text}\n`
    else {
      above.length = Math.min(above.length, marks.length - 1)
      above[marks.length - 1] = title
      const path = above.join('\n')
      section = { title, path, body: '', isChange: !unchanged.test(path) }
      sections.push(section)
    }
  }
  return sections
}

/** `**c1**: done` is “done”: an answer stands below its thread, which has the name. */
const withoutId = (text: string, id: string): string => text.replace(new RegExp(`^[*_\`]*${id}[*_\`]*:[*_]*\\s+`), '')

/** Where an item of a list begins. */
const item = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s+/

/** The paragraphs and items of a text; what is indented below one is part of it, unless it names a thread itself. */
function partsOf(text: string, isNaming: (line: string) => boolean): string[] {
  const parts: { lines: string[]; indent: number; inset: number }[] = []
  let isBegin = true
  let isInside = false
  for (const { text: line, block, isEdge } of fencedLines(text)) {
    const indent = line.search(/\S/)
    const part = parts.at(-1)
    const begins = indent >= 0 && !isInside && (isBegin || item.test(line))
    const isBelow = part && indent > part.indent && !isNaming(line)
    if (begins && !isBelow) parts.push({ lines: [line], indent, inset: item.exec(line)?.[0].length ?? indent })
    else part?.lines.push(line.slice(Math.min(part.inset, Math.max(indent, 0))))
    isBegin = indent < 0
    isInside = block !== undefined && !(isInside && isEdge)
  }
  return parts.map(({ lines }) => lines.join('\n').trim())
}

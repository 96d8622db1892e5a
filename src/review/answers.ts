import { fencedLines } from '../text/markdown/fenced-lines'
import { type IdOf, idsOf, labelOf } from './label'

/** What the results of a review say of a thread, and whether it stands where something was changed. */
export interface ThreadAnswer {
  readonly text: string
  readonly isChange: boolean
}

/** The heading of what is meant for the reviewer: with it, what stands elsewhere, as under “Errors”, is for the developer. */
const answers = /^[\d\W]*(?:\w+ )?answers?\b/im
/** A heading below which nothing was changed, and an answer that says so itself. */
const unchanged = /left open|without a change/i
const saysUnchanged =
  /^\W*(?:left (?:open|as|un)|answered without|not(?:hing)? (?:was )?changed|unchanged|no change|won['’]?t[ -]?fix)/i

/**
 * @param ids those of all threads
 * @returns for a thread the parts of the results that begin with its id or stand below it in a heading; without any, those
 *   that name it; empty without either
 */
export function answersIn(results: string, ids: readonly string[]): (id: string) => ThreadAnswer {
  const idOf = idsOf(ids)
  const namedIn = (text: string) =>
    text.split(/[^\w=-]+/).flatMap((word) => idOf(word.replace(/^discussion_|^_+|_+$/g, '')) ?? [])
  const found = sectionsOf(results)
  const isMeant = ({ path, isChange }: Section) => answers.test(path) || !isChange
  const meant = found.some(({ path }) => answers.test(path)) ? found.filter(isMeant) : found
  const parts = meant.flatMap(({ title, body, isChange }) => {
    const titled = labelOf(title, idOf)
    const above = titled?.ids ?? namedIn(title)
    const inside = partsOf(body, idOf, namedIn)
    if (titled?.isApart && inside.length === 0) inside.push(titled.rest)
    return inside.map((part) => {
      const [line = '', ...more] = part.split('\n')
      const label = labelOf(line, idOf)
      const text = [label?.isApart ? label.rest : line.replace(item, ''), ...more].join('\n').trim()
      const own = label?.ids ?? above
      return { text, isChange: isChange && !saysUnchanged.test(text), own, named: own.length > 0 ? own : namedIn(part) }
    })
  })
  return (id) => {
    const own = parts.filter((part) => part.own.includes(id))
    const all = own.length > 0 ? own : parts.filter(({ named }) => named.includes(id))
    return { text: all.map(({ text }) => text).join('\n'), isChange: all[0]?.isChange ?? false }
  }
}

interface Section {
  readonly title: string
  /** With the headings above. */
  readonly path: string
  readonly body: string
  readonly isChange: boolean
}

function sectionsOf(results: string): Section[] {
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

/** Where an item of a list begins. */
const item = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])\s+/

/**
 * The paragraphs and items of a text, the rows of a table, and the lines that begin with a thread; what is indented below one
 * is part of it, unless it begins with a thread itself, or is the first to name one.
 */
function partsOf(text: string, idOf: IdOf, namedIn: (text: string) => readonly string[]): string[] {
  const parts: { lines: string[]; indent: number; inset: number }[] = []
  let isBegin = true
  let isInside = false
  for (const { text: line, block, isEdge } of fencedLines(text)) {
    const indent = line.search(/\S/)
    const part = parts.at(-1)
    const isLabelled = labelOf(line, idOf)?.isApart === true
    const begins = indent >= 0 && !isInside && (isBegin || isLabelled || item.test(line))
    const isFirst = () => namedIn(line).length > 0 && namedIn(part?.lines.join('\n') ?? '').length === 0
    const isBelow = part && indent > part.indent && !isLabelled && !isFirst()
    if (begins && !isBelow) parts.push({ lines: [line], indent, inset: item.exec(line)?.[0].length ?? indent })
    else part?.lines.push(line.slice(Math.min(part.inset, Math.max(indent, 0))))
    isBegin = indent < 0
    isInside = block !== undefined && !(isInside && isEdge)
  }
  return parts.map(({ lines }) => lines.join('\n').trim())
}

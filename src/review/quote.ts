import { visible } from '../text/markdown/visible'
import { beginningOf, code, fenced } from '../text/markdown-parts'

/** Foreign texts, so that nothing in them can be taken for ours. */

/** @returns the text in one line, with invisible characters replaced */
export const oneLine = (text: string): string => visible(text.replace(/\s+/g, ' ')).trim()

/**
 * Quotes a Markdown text, so that its headings, fences and front matter stay within the quote. If a rendered page could
 * hide any of its words, it is quoted unrendered in a fence: what an agent reads must be visible to the user.
 */
export function quote(text: string): string {
  const seen = visible(text.replace(/\r\n?/g, '\n')).replace(/^\n+/, '').trimEnd()
  const whole = hidesNothing(seen) ? seen : fenced(seen)
  return whole
    .split('\n')
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')
}

/**
 * What a page may render differently from how it is written: tags, comments, entities; the address, title and
 * description of links and images, definitions, notes; tables, formulas, and fences except unindented ones with a known
 * language.
 */
const hiding = /<[a-z/!?]|&[#\w]+;|\][([:]|\||\$.*\$|```|~~~/is
const opening =
  /^(`{3,}|~{3,})(?:suggestion|diff|te?xt|console|(?:ba|z)?sh|[jt]sx?|json|ya?ml|toml|xml|html|s?css|sql|py|python|rb|ruby|go|rust|rs|java|kotlin|swift|c|cpp|cs|csharp|php|md|markdown)?$/

/** Whether a page shows every word of a text; when in doubt, it does not. */
function hidesNothing(text: string): boolean {
  const outside: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const [, mark = ''] = opening.exec(line) ?? []
    if (fence) fence = closes(line, fence) ? '' : fence
    else if (mark) fence = mark
    else outside.push(line)
  }
  return !hiding.test(outside.join('\n'))
}

const closes = (line: string, fence: string): boolean => {
  const [, mark = ''] = /^ {0,3}(`+|~+)[ \t]*$/.exec(line) ?? []
  return mark.startsWith(fence)
}

/** A foreign text, and the line that it stands in. */
export interface Named {
  readonly text: string
  readonly line?: number | undefined
}

/** In characters. */
const most = { title: 120, named: 40 }
const mostNamed = 5

/** @returns a foreign text in one line, so that a page shows every word of it */
export function shown(text: string, length = most.title): string {
  const line = beginningOf(oneLine(text), length)
  return hidesNothing(line) ? line : code(line)
}

/** Names the first of some texts, and counts all: `what (4): a (line 2) and 3 more (lines 4–5, 7)`; nothing if there are none. */
export function namedFirst(what: string, all: readonly Named[]): string[] {
  if (all.length === 0) return []
  const first = all.slice(0, mostNamed).map(({ text, line }) => shown(text, most.named) + inLines([line]))
  const more = all.slice(mostNamed).map(({ line }) => line)
  const rest = more.length > 0 ? ` and ${more.length} more${inLines(more)}` : ''
  return [`${what} (${all.length}): ${first.join(', ')}${rest}`]
}

/** Of lines one after the other only the first and the last. */
function inLines(all: readonly (number | undefined)[]): string {
  const isBetween = (line = 0, index: number) => all[index - 1] === line - 1 && all[index + 1] === line + 1
  const lines = all.map((line, index) => (isBetween(line, index) ? '' : line)).join(', ')
  return all.includes(undefined) ? '' : ` (${all.length > 1 ? 'lines' : 'line'} ${lines.replace(/(?:, ){2,}/g, '–')})`
}

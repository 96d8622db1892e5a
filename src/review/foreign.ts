import { beginningOf, code } from '../answer/markdown'
import { hidesNothing, oneLine } from './quote'

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
export function told(what: string, all: readonly Named[]): string[] {
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

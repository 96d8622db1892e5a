import { fencedLines } from '../../markdown/fenced-lines'
import { type Item, type ItemType, most } from './session'

/** The items of a design document, or its mistakes with their places. */
interface DesignDocument {
  readonly items: readonly Item[]
  readonly problems: readonly string[]
}

const readAs: Readonly<Record<string, ItemType>> = {
  code: 'code',
  feature: 'code',
  refactor: 'code',
  spike: 'code',
  task: 'task',
  bugfix: 'bugfix',
}

/** Reads the work items: under `## Work Items` each `### Item N: title` with its `**Type:**` and `**Status:**`. */
export function itemsIn(text: string): DesignDocument {
  const items: Item[] = []
  const problems: string[] = []
  let inside = false
  let found = false
  /** The item being parsed, unless it has a mistake. */
  let item: { -readonly [Key in keyof Item]: Item[Key] } | undefined
  for (const { text: line, number: at, block } of fencedLines(text)) {
    if (block) continue
    const [, marks = '', heading = ''] = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/.exec(line) ?? []
    if (marks !== '' && marks.length <= 2) {
      inside = marks === '##' && /^work items$/i.test(heading)
      found ||= inside
    }
    if (!inside) continue
    if (marks === '###') {
      item = undefined
      const [, digits, title = ''] = /^Item\s+(\d+)\s*:\s*(.*)$/i.exec(heading) ?? []
      if (digits === undefined) continue
      const number = Number(digits)
      const wrong = faultOf(number, title, items)
      if (wrong) {
        problems.push(`line ${at}: ${wrong}`)
      } else {
        item = { number, title, type: 'unknown', status: 'pending' }
        items.push(item)
      }
    } else if (item) {
      const [, field = '', value = ''] =
        /^\s*(?:[-*] )?\*\*(type|status):\*\*\s*(.*?)\s*$/.exec(line.toLowerCase()) ?? []
      if (field === 'type') item.type = readAs[value] ?? 'unknown'
      if (field === 'status' && /^(documented|complete|completed)$/.test(value)) item.status = 'documented'
    }
  }
  if (!found) problems.push('the document: has no heading "## Work Items"')
  else if (items.length === 0 && problems.length === 0)
    problems.push('the document: has no "### Item N: title" under "## Work Items"')
  return { items, problems }
}

function faultOf(number: number, title: string, items: readonly Item[]): string | undefined {
  if (number < 1 || number > 9999) return `the number of an item must be 1 to 9999, not ${number}`
  if (items.some((item) => item.number === number)) return `there is an item ${number} already`
  if (title === '') return `item ${number} has no title`
  if ([...title].length > most.title) return `the title of item ${number} has more than ${most.title} characters`
  if (items.length >= most.items) return `there are more than ${most.items} items`
  return undefined
}

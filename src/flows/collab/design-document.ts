import { fencedLines } from '../../markdown/fenced-lines'
import { type Item, type ItemType, most } from './session'

const readAs: Readonly<Record<string, ItemType>> = {
  code: 'code',
  feature: 'code',
  refactor: 'code',
  spike: 'code',
  task: 'task',
  bugfix: 'bugfix',
}

/**
 * Reads the work items of a design document: under `## Work Items` each `### Item N: title` with its `**Type:**` and
 * `**Status:**`. What cannot be an item is left out.
 */
export function itemsIn(text: string): readonly Item[] {
  const items: { -readonly [Key in keyof Item]: Item[Key] }[] = []
  let inside = false
  let item: (typeof items)[number] | undefined
  for (const { text: line, block } of fencedLines(text)) {
    if (block) continue
    const [, marks = '', heading = ''] = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/.exec(line) ?? []
    if (marks !== '' && marks.length <= 2) inside = marks === '##' && /^work items$/i.test(heading)
    if (!inside) continue
    if (marks === '###') {
      const [, digits, title = ''] = /^Item\s+(\d+)\s*:\s*(.*)$/i.exec(heading) ?? []
      item = { number: Number(digits ?? 0), title, type: 'unknown', status: 'pending' }
      if (isNew(item, items)) items.push(item)
    } else if (item) {
      const [, field = '', value = ''] =
        /^\s*(?:[-*] )?\*\*(type|status):\*\*\s*(.*?)\s*$/.exec(line.toLowerCase()) ?? []
      if (field === 'type') item.type = readAs[value] ?? 'unknown'
      if (field === 'status' && /^(documented|complete|completed)$/.test(value)) item.status = 'documented'
    }
  }
  return items
}

const isNew = ({ number, title }: Item, items: readonly Item[]): boolean =>
  number >= 1 &&
  number <= 9999 &&
  title !== '' &&
  [...title].length <= most.title &&
  items.length < most.items &&
  items.every((other) => other.number !== number)

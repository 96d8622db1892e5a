import { allOf, sectionsIn } from '../../workflow/artifacts/headings'
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
export function itemsIn(markdown: string): readonly Item[] {
  const items: Item[] = []
  const lists = allOf(sectionsIn(markdown)).filter(({ level, title }) => level === 2 && /^work items$/i.test(title))
  for (const { title: heading, text } of lists.flatMap(({ within }) => within.filter(({ level }) => level === 3))) {
    const [, digits = '0', title = ''] = /^Item\s+(\d+)\s*:\s*(.*)$/i.exec(heading) ?? []
    const fields = new Map([...text.toLowerCase().matchAll(field)].map(([, name, value = '']) => [name, value]))
    const isDocumented = /^(documented|complete|completed)$/.test(fields.get('status') ?? '')
    const type = readAs[fields.get('type') ?? ''] ?? 'unknown'
    const item: Item = { number: Number(digits), title, type, status: isDocumented ? 'documented' : 'pending' }
    if (isNew(item, items)) items.push(item)
  }
  return items
}

const field = /^[ \t]*(?:[-*] )?\*\*(type|status):\*\*[ \t]*(.*?)[ \t]*$/gm

const isNew = ({ number, title }: Item, items: readonly Item[]): boolean =>
  number >= 1 &&
  number <= 9999 &&
  title !== '' &&
  [...title].length <= most.title &&
  items.length < most.items &&
  items.every((other) => other.number !== number)

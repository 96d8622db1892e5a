import type { Context } from '../../engine/definition'
import { lineOf } from '../../workflow/artifacts/markdown'
import { isOpen } from '../../workflow/findings/finding'
import { changedItems } from './items'
import { itemsIn } from './items-kept'
import { foundIn, takenIn } from './memory'
import type { Brought, Found } from './taken'

/** @returns what a step has taken, raised and settled, in one line for people: `risk: high; B1: the header is missing` */
export function tookIn(before: Context, context: Context, brought: Brought | undefined): string {
  if (brought === undefined) return ''
  const was = new Map(foundIn(before).map((one) => [one.name, one]))
  const taken = Object.entries(brought.given).flatMap(([name, value]) =>
    takenIn(context)[name] === value ? [`${name}: ${value}`] : [],
  )
  const found = foundIn(context).flatMap((one) => {
    const other = was.get(one.name)
    if (isOpen(one)) return other && isOpen(other) ? [] : [`${one.name}: ${one.text}`]
    return other && isOpen(other) ? [`${one.name}, settled: ${one.how}`] : []
  })
  return [...taken, ...found, ...changedItems(itemsIn(before), itemsIn(context))].join('; ')
}

/** @returns what was found and is not settled, and how that is said */
export function openText(found: readonly Found[]): string {
  const open = found.filter(isOpen)
  const [first] = open
  const lines = open.map(({ name, text }) => `- ${name}: ${lineOf(text)}`)
  return first ? [`Open; \`--settled "${first.name}: how"\` settles one:`, '', ...lines].join('\n') : ''
}

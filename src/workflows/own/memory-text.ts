import type { Context } from '../../engine/definition'
import { recordOf } from '../../engine/records'
import { lineOf } from '../../workflow/artifacts/markdown'
import { isOpen } from '../../workflow/findings/finding'
import type { WorkflowFile } from './format'
import { changedItems } from './items'
import { foundIn, takenIn } from './memory'
import { itemsIn } from './stored-items'
import { type Brought, type Found, isSettledBy, takenAs } from './taken'

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
export function openText(file: WorkflowFile, found: readonly Found[]): string {
  const open = found.filter(isOpen)
  const [how] = Object.keys(file.words).flatMap((word) => howSettled(file, word, open) || [])
  const lines = open.map(({ name, text }) => `- ${name}: ${lineOf(text)}`)
  return open.length > 0 ? [`Open${how ? `; \`${how}\` settles one` : ''}:`, '', ...lines].join('\n') : ''
}

/** The name of what is typed after a word as long as it has something to settle. */
export const settling = (word: string): string => `settling of ${word}`

/** @returns by these names, what is typed after each word */
export const settlingIn = (file: WorkflowFile, found: readonly Found[]): Readonly<Record<string, string>> =>
  recordOf(Object.keys(file.words), settling, (word) => {
    const how = howSettled(file, word, found.filter(isOpen))
    return how && ` ${how}`
  })

/** The option of a word with the first that it settles; empty if it settles nothing. */
function howSettled(file: WorkflowFile, word: string, open: readonly Found[]): string {
  const [first = ''] = takenAs(file, word, 'settles').flatMap(({ name, form }) =>
    open.filter((one) => isSettledBy(form, one)).map((one) => `--${name} "${one.name}: how"`),
  )
  return first
}

import { readyItems } from './formulas'
import type { Bringing } from './payload'
import type { Session } from './session'

/** @returns why a wave does not add up: every ready item must be named once, and nothing else */
export function waveProblems({ items }: Session, { done, carry, stall }: Bringing<'wave'>): string[] {
  const expected = readyItems(items).map(({ id }) => id)
  const named = [...done, ...[...carry, ...stall].map(({ id }) => id)]
  const whyNot = (id: string) => {
    const item = items.find((one) => one.id === id)
    if (!item) return 'there is no such item'
    return item.done ? 'it is done already' : 'it was not ready in this wave'
  }
  const problems = [
    ...named.filter((id) => !expected.includes(id)).map((id) => `${id}: ${whyNot(id)}`),
    ...named.filter((id, index) => named.indexOf(id) !== index).map((id) => `${id}: is named more than once`),
    ...expected
      .filter((id) => !named.includes(id))
      .map((id) => `${id}: is not named; was it done, carried or stalled?`),
  ]
  return [...new Set(problems)]
}

/** @returns the items and the spending after a valid wave */
export function waved({ items, spent }: Session, { done, carry, stall, cost = 0 }: Bringing<'wave'>) {
  const left = [...carry, ...stall]
  return {
    items: items.map((item) => {
      const { reason: _, ...rest } = item
      if (done.includes(item.id)) return { ...rest, done: true }
      const its = left.findLast(({ id }) => id === item.id)
      if (!its) return item
      return { ...rest, ...(its.reason && { reason: its.reason }) }
    }),
    spent: spent + cost,
  }
}

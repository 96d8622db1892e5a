import type { Wave } from './payload'
import type { Session } from './session'

/** @returns the items and what was spent after a wave that adds up */
export function waved(
  { items, spent }: Session,
  { done, carry, stall, cost = 0 }: Wave,
): Pick<Session, 'items' | 'spent'> {
  const left = new Map([...carry, ...stall].map((one) => [one.id, one.reason]))
  return {
    items: items.map((item) => {
      const { reason: _, ...rest } = item
      if (done.includes(item.id)) return { ...rest, done: true }
      if (!left.has(item.id)) return item
      const reason = left.get(item.id)
      return { ...rest, ...(reason && { reason }) }
    }),
    spent: spent + cost,
  }
}

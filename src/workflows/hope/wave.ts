import { isHollow } from '../../workflow/hollow'
import { checksOf, gate, type JudgedCheck, serves, unproven } from './checks'
import type { Bringing } from './payload'
import { openItems, readyItems, type Session, type Task } from './session'

type Wave = Bringing<'wave'>

/**
 * @returns why a wave does not add up: every ready item must be named once, and nothing else; one that serves what no
 *   command shows says what came of it, as nothing else shows that
 */
export function waveProblems(session: Session, { done, carry }: Wave): string[] {
  const { items, shape } = session
  const expected = readyItems(session).map(({ id }) => id)
  const named = [...done, ...carry].map(({ id }) => id)
  const bare = checksOf(shape).filter(({ hasCommand }) => !hasCommand)
  return [...new Set([...named, ...expected])].flatMap((id) => {
    const item = items.find((one) => one.id === id)
    if (!item) return `${id}: there is no such item`
    if (!expected.includes(id)) return `${id}: ${item.done ? 'it is done already' : 'it was not ready in this wave'}`
    if (!named.includes(id)) return `${id}: is not named; was it done, or is it carried over?`
    if (named.indexOf(id) !== named.lastIndexOf(id)) return `${id}: is named more than once`
    const { reason = '' } = [...done, ...carry].find((one) => one.id === id) ?? {}
    if (isIn(carry, item)) return reason.trim() === '' ? `${id}: say why it is carried over: --carry "${id}: why"` : []
    if (!isHollow(reason)) return []
    if (item.blocker && !item.run) return `${id}: say how ${item.blocker} is settled: --done "${id}: how"`
    const served = bare.flatMap((check) => (serves(item, check) ? check.id : [])).join(', ')
    return served === '' ? [] : `${id}: no command shows ${served}; say what does: --done "${id}: what was seen"`
  })
}

/** @returns what is reported as done though a file that it names is not here, or none has changed that a command could show */
export function untouchedIn({ items, shape, tree, short }: Session, { done, absent = [], tree: now }: Wave): string[] {
  const checks = checksOf(shape).filter(({ hasCommand }) => hasCommand)
  const isAsBefore = tree !== undefined && tree === now
  return items.flatMap((item) => {
    const { id, run, files = [] } = item
    if (!isIn(done, item)) return []
    const lacking = files.filter((path) => absent.includes(path))
    const carry = `carry it over: --carry "${id}: why"`
    if (lacking.length > 0) return [`${id}: not here: ${lacking.join(', ')}; ${carry}`]
    const isOfFiles = short || run !== undefined || checks.some((check) => serves(item, check))
    return isAsBefore && isOfFiles
      ? [`${id}: no file has changed since the work began, so nothing is done; ${carry}`]
      : []
  })
}

/**
 * @returns what a wave reports as done, and its command does not show on the files that are here now: an item with a
 *   command, a criterion with the last item that names it, and with the last item of all everything
 */
export function unshownIn(session: Session, brought: Wave): readonly JudgedCheck[] {
  const { items } = waved(session, brought)
  const isLast = openItems({ items }).length === 0
  return unproven(gate({ ...session, items, shown: brought.shown ?? {} })).filter(({ check }) => {
    const serving = items.filter((item) => serves(item, check))
    return isLast || (serving.every(({ done }) => done) && serving.some((item) => isIn(brought.done, item)))
  })
}

const isIn = (list: Wave['done'], { id }: Pick<Task, 'id'>): boolean => list.some((one) => one.id === id)

/** @returns the items, and what is known of them, after a valid wave */
export function waved({ items, wave, shown: before }: Session, brought: Wave) {
  const { done, carry, shown = before } = brought
  return {
    items: items.map(({ reason: earlier, ...item }) => {
      const said = [...done, ...carry].findLast(({ id }) => id === item.id)?.reason
      if (isIn(done, item)) return { ...item, done: true, wave, ...(said && { outcome: said }) }
      const reason = isIn(carry, item) ? said : earlier
      return { ...item, ...(reason && { reason }) }
    }),
    shown,
  }
}

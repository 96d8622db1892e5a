import { isHollow } from '../hollow'
import { checksOf } from './checks'
import { readyItems } from './formulas'
import { gate, type Judged, serves, unproven } from './gate'
import type { Bringing } from './payload'
import { openItems, type Session, type Task } from './session'

type Wave = Bringing<'wave'>

/**
 * @returns why a wave does not add up: every ready item must be named once, and nothing else; one that serves what no
 *   command shows says what came of it, as nothing else shows that
 */
export function waveProblems({ items, shape }: Session, brought: Wave): string[] {
  const expected = readyItems(items).map(({ id }) => id)
  const named = [...brought.done, ...brought.carry].map(({ id }) => id)
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
      .map((id) => `${id}: is not named; was it done, or is it carried over?`),
  ]
  const whyless = brought.carry.filter(({ reason = '' }) => reason.trim() === '')
  const bare = checksOf(shape).filter(({ hasCommand }) => !hasCommand)
  const unsaid = brought.done.flatMap(({ id, reason = '' }) => {
    const item = items.find((one) => one.id === id)
    if (!item || !isHollow(reason)) return []
    const served = bare.filter((check) => serves(item, check))
    if (item.blocker && !item.run) return [`${id}: say how ${item.blocker} is settled: --done "${id}: how"`]
    return served.length > 0
      ? [`${id}: no command shows ${idsOf(served)}; say what does: --done "${id}: what was seen"`]
      : []
  })
  return [
    ...new Set([
      ...problems,
      ...whyless.map(({ id }) => `${id}: say why it is carried over: --carry "${id}: why"`),
      ...unsaid,
    ]),
  ]
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
export function unshownIn(session: Session, brought: Wave): readonly Judged[] {
  const { items } = waved(session, brought)
  const isLast = openItems({ items }).length === 0
  return unproven(gate({ ...session, items, shown: brought.shown ?? {} })).filter(({ check }) => {
    const serving = items.filter((item) => serves(item, check))
    return isLast || (serving.every(({ done }) => done) && serving.some((item) => isIn(brought.done, item)))
  })
}

const idsOf = (these: readonly { readonly id: string }[]): string => these.map(({ id }) => id).join(', ')

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

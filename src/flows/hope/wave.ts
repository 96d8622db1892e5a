import { inline } from './documents'
import { overlap, readyItems } from './formulas'
import type { Bringing } from './payload'
import { most, type Session, type Task } from './session'

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

type Reported = Pick<Bringing<'wave'>, 'done' | 'changed'>

/** Nothing if git was not asked. An item that has not said which files it changes may have changed any. */
function heldAgainst(items: readonly Task[], { done, changed }: Reported) {
  if (!changed) return { strays: [], idle: [] }
  const mayHave = ({ files = [] }: Task, path: string) =>
    files.length === 0 || files.some((pattern) => overlap(pattern, path))
  return {
    strays: changed.filter((path) => !items.some((item) => mayHave(item, path))),
    idle: items.filter(
      (item) => item.files?.length && done.includes(item.id) && !changed.some((path) => mayHave(item, path)),
    ),
  }
}

/**
 * @returns what git's changed files say against a wave: files that no item names and that no wave before has told of,
 *   and items none of whose files has changed
 */
export function strayFiles({ items, strays: told }: Pick<Session, 'items' | 'strays'>, reported: Reported): string[] {
  const { strays, idle } = heldAgainst(items, reported)
  const fresh = strays.filter((path) => !told.includes(path))
  return [
    ...(fresh.length > 0
      ? [`No item names ${fresh.length > 1 ? 'these changed files' : 'this changed file'}: ${firstOf(fresh)}.`]
      : []),
    ...idle.map(({ id, files = [] }) => `${id} is reported as done, and git sees no change in ${firstOf(files)}.`),
  ]
}

const firstOf = (paths: readonly string[]): string =>
  inline([...paths.slice(0, 5), ...(paths.length > 5 ? [`and ${paths.length - 5} more`] : [])].join(', '), 300)

/** @returns the items and the spending after a valid wave */
export function waved(
  { items, spent, wave, strays }: Session,
  { done, carry, stall, cost = 0, outcomes = [], changed }: Bringing<'wave'>,
) {
  const left = [...carry, ...stall]
  const told = [...new Set([...strays, ...heldAgainst(items, { done, ...(changed && { changed }) }).strays])]
  return {
    items: items.map((item) => {
      const { reason: _, ...rest } = item
      if (done.includes(item.id)) {
        const outcome = outcomes.findLast(({ id }) => id === item.id)?.reason
        return { ...rest, done: true, wave, ...(outcome && { outcome }) }
      }
      const its = left.findLast(({ id }) => id === item.id)
      if (!its) return item
      return { ...rest, ...(its.reason && { reason: its.reason }) }
    }),
    spent: spent + cost,
    strays: told.slice(-most.strays),
  }
}

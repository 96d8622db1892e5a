import { inline } from './documents'
import { overlap, readyItems } from './formulas'
import type { Bringing } from './payload'
import { most, type Session, type Task } from './session'

type Wave = Bringing<'wave'>

/** What a wave has left: carried or stalled. */
export const leftIn = ({ carry, stall }: Pick<Wave, 'carry' | 'stall'>) => [...carry, ...stall]

/** @returns why a wave does not add up: every ready item must be named once, and nothing else */
export function waveProblems({ items }: Session, brought: Wave): string[] {
  const expected = readyItems(items).map(({ id }) => id)
  const named = [...brought.done, ...leftIn(brought)].map(({ id }) => id)
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

/** An item that has not said which files it changes may have changed any. */
const mayHave = ({ files = [] }: Task, path: string): boolean =>
  files.length === 0 || files.some((pattern) => overlap(pattern, path))

/** The changed files that no item names; none if git was not asked. */
const straysIn = (items: readonly Task[], { changed = [] }: Pick<Wave, 'changed'>): readonly string[] =>
  changed.filter((path) => !items.some((item) => mayHave(item, path)))

/**
 * @returns what git's changed files say against a wave: files that no item names and that no wave before has told of,
 *   and items none of whose files has changed
 */
export function strayFiles(
  { items, strays: told }: Pick<Session, 'items' | 'strays'>,
  { done, changed }: Pick<Wave, 'done' | 'changed'>,
): string[] {
  if (!changed) return []
  const fresh = straysIn(items, { changed }).filter((path) => !told.includes(path))
  const these = fresh.length > 1 ? 'these changed files' : 'this changed file'
  const idle = items.filter(
    (item) => item.files?.length && isIn(done, item) && !changed.some((path) => mayHave(item, path)),
  )
  return [
    ...(fresh.length > 0 ? [`No item names ${these}: ${firstOf(fresh)}.`] : []),
    ...idle.map(({ id, files = [] }) => `${id} is reported as done, and git sees no change in ${firstOf(files)}.`),
  ]
}

const firstOf = (paths: readonly string[]): string =>
  inline([...paths.slice(0, 5), ...(paths.length > 5 ? [`and ${paths.length - 5} more`] : [])].join(', '), 300)

const isIn = (list: Wave['done'], { id }: Pick<Task, 'id'>): boolean => list.some((one) => one.id === id)

/** @returns the items and the spending after a valid wave */
export function waved({ items, spent, wave, strays }: Session, brought: Wave) {
  const { done, cost = 0 } = brought
  const left = leftIn(brought)
  return {
    items: items.map(({ reason: before, ...item }) => {
      const said = [...done, ...left].findLast(({ id }) => id === item.id)?.reason
      if (isIn(done, item)) return { ...item, done: true, wave, ...(said && { outcome: said }) }
      const reason = isIn(left, item) ? said : before
      return { ...item, ...(reason && { reason }) }
    }),
    spent: spent + cost,
    strays: [...new Set([...strays, ...straysIn(items, brought)])].slice(-most.strays),
  }
}

import type { Item, PlannedTask } from './session'

/** The id of the task that stands for a whole item. */
export const taskOfItem = ({ number }: Pick<Item, 'number'>): string => `item-${number}`

/**
 * Orders the tasks as the items are ordered: an item that comes after others waits for all their tasks. Nothing else is
 * assumed. A bugfix is seen to fail first, unless its task says otherwise.
 */
export function inOrder(items: readonly Item[], tasks: readonly PlannedTask[]): readonly PlannedTask[] {
  const code = items.filter(({ type }) => type === 'code')
  const only = code.length === 1 ? code[0]?.number : undefined
  const all = tasks.map((task): PlannedTask => {
    const item = task.item ?? items.find((each) => taskOfItem(each) === task.id)?.number ?? only
    const isFix = task.run !== undefined && items.some(({ number, type }) => number === item && type === 'bugfix')
    return { ...(isFix && { red: true }), ...task, ...(item !== undefined && { item }) }
  })
  return all.map((task) => {
    const earlier = items.find(({ number }) => number === task.item)?.after ?? []
    const others = all.filter((other) => other !== task && earlier.some((number) => isOf(other, number, items)))
    return { ...task, dependsOn: [...new Set([...task.dependsOn, ...others.map(({ id }) => id)])] }
  })
}

/** Whether a task is a part of an item. One that says no item may be of any code item. */
export const isOf = ({ item }: PlannedTask, number: number, items: readonly Item[]): boolean =>
  item === number || (item === undefined && items.some((each) => each.number === number && each.type === 'code'))

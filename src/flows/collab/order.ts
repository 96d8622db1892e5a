import type { Item } from './session'
import type { GraphTask } from './task-graph'

/** The id of the task that stands for a whole item. */
export const taskOfItem = ({ number }: Pick<Item, 'number'>): string => `item-${number}`

/**
 * Orders the tasks of the graph as the items are ordered. An item that comes after others waits for all their tasks. A
 * task item about which nothing is said comes last: what is set up, published or deployed mostly needs the code.
 *
 * @param whole the ids of further tasks, each of which stands for an item
 */
export function inOrder(
  items: readonly Item[],
  tasks: readonly GraphTask[],
  whole: readonly string[],
): readonly GraphTask[] {
  const itemNamed = new Map(items.map((item) => [taskOfItem(item), item]))
  const code = items.filter(({ type }) => type === 'code')
  const only = code.length === 1 ? code[0] : undefined
  const all = [
    ...tasks.map((task) => withItem(task, task.item ?? itemNamed.get(task.id)?.number ?? only?.number)),
    ...whole.map((id) => withItem({ id, files: [], dependsOn: [] }, itemNamed.get(id)?.number)),
  ]
  // A task without an item may be of any code item.
  const isOf = (task: GraphTask, number: number) =>
    task.item === number || (task.item === undefined && code.some((item) => item.number === number))
  const after = new Map(items.map((item) => [item.number, item.after ?? []]))
  const told = all.map((task) => {
    const earlier = after.get(task.item ?? 0) ?? []
    const others = all.filter((other) => other !== task && earlier.some((number) => isOf(other, number)))
    return { ...task, dependsOn: [...new Set([...task.dependsOn, ...others.map(({ id }) => id)])] }
  })

  const isTask = (id: string) => whole.includes(id) && itemNamed.get(id)?.type === 'task'
  const early = told.filter(({ id }) => !isTask(id)).map(({ id }) => id)
  const needed = neededBy(early, told)
  return told.map((task) =>
    isTask(task.id) && task.dependsOn.length === 0 && !needed.has(task.id) ? { ...task, dependsOn: early } : task,
  )
}

const withItem = (task: GraphTask, item: number | undefined): GraphTask =>
  item === undefined ? task : { ...task, item }

/** @returns the ids of all tasks that these depend on, also through others */
function neededBy(ids: readonly string[], tasks: readonly GraphTask[]): ReadonlySet<string> {
  const dependsOn = new Map(tasks.map((task) => [task.id, task.dependsOn]))
  const needed = new Set(ids.flatMap((id) => dependsOn.get(id) ?? []))
  for (const id of needed) for (const other of dependsOn.get(id) ?? []) needed.add(other)
  return needed
}

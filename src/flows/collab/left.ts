import type { Item, Session, Task } from './session'

/** The tasks of an item: those that say so, and the one that stands for the whole item. */
const tasksOf = ({ batches = [] }: Session, { number }: Item): readonly Task[] =>
  batches.flatMap(({ tasks }) => tasks.filter(({ id, item }) => item === number || id === `item-${number}`))

/** @returns the items that are not built: one without known tasks is built when all tasks are done */
export function itemsLeft(session: Session): readonly Item[] {
  const all = session.batches?.flatMap(({ tasks }) => tasks)
  return session.workItems.filter((item) => {
    const own = tasksOf(session, item)
    const tasks = own.length > 0 ? own : (all ?? [])
    return tasks.length === 0 || tasks.some(({ status }) => status !== 'completed')
  })
}

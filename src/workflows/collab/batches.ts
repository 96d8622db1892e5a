import type { Batch, Item, Session, Task } from './session'
import { type GraphTask, readTaskGraph, type TaskGraph } from './task-graph'

/** The name of the task that stands for a whole item. */
const taskOfItem = ({ number }: Item): string => `item-${number}`

/**
 * All that is to be done: what the graph says, and a task of its own for every item that it does not cover. Rough drafting
 * covers code only; without a graph nothing is covered.
 *
 * @param graph the text of the graph document, undefined where there is none
 */
export function allTasks(items: readonly Item[], graph: string | undefined): TaskGraph {
  const whole = items.filter(({ type }) => graph === undefined || type === 'task' || type === 'bugfix').map(taskOfItem)
  const { tasks, problems } = graph === undefined ? { tasks: [], problems: [] } : readTaskGraph(graph, whole)
  const missing = whole.filter((id) => !tasks.some((task) => task.id === id))
  return { tasks: [...tasks, ...missing.map((id): GraphTask => ({ id, files: [], dependsOn: [] }))], problems }
}

/** What decides into which batch a task comes. */
export type BatchTask = Pick<GraphTask, 'id' | 'dependsOn'>

/**
 * Puts tasks into batches: again and again all whose dependencies lie in earlier batches, in the order of the graph.
 *
 * @param tasks without a circle, and each dependency among them
 * @param before batches that were built earlier; what was reported of a task in them still holds
 */
export function toBatches(tasks: readonly BatchTask[], before: readonly Batch[] = []): readonly Batch[] {
  const known = new Map(before.flatMap((batch) => batch.tasks.map(({ id, status }) => [id, status])))
  const batches: Batch[] = []
  const placed = new Set<string>()
  for (let left = tasks; left.length > 0; ) {
    const now = left.filter(({ dependsOn }) => dependsOn.every((id) => placed.has(id)))
    if (now.length === 0) throw new Error('the tasks build on each other in a circle')
    const batch = now.map(({ id, dependsOn }): Task => ({ id, status: known.get(id) ?? 'pending', dependsOn }))
    batches.push({
      id: `batch-${batches.length + 1}`,
      status: batch.every(isCompleted) ? 'completed' : 'pending',
      tasks: batch,
    })
    for (const { id } of now) placed.add(id)
    left = left.filter(({ id }) => !placed.has(id))
  }
  return batches
}

const isCompleted = ({ status }: Task): boolean => status === 'completed'
const isOpen = ({ status }: Batch): boolean => status !== 'completed'

/** @returns the sentences that warn of tasks of one batch that name the same file */
export function sharedFiles(tasks: readonly GraphTask[], batches: readonly Batch[]): string[] {
  const filesOf = new Map(tasks.map(({ id, files }) => [id, files]))
  return batches.flatMap(({ id, tasks: together }) => {
    const users = new Map<string, string[]>()
    for (const task of together)
      for (const file of new Set(filesOf.get(task.id))) users.set(file, [...(users.get(file) ?? []), task.id])
    return [...users].flatMap(([file, ids]) =>
      ids.length > 1 ? [`${ids.join(' and ')} are both in ${id} and both name ${file}.`] : [],
    )
  })
}

/** @returns the place of the batch at hand: the current one while it is open, else the first that is; the count where none is */
export function openIndex({ batches = [], currentBatch = 0 }: Session): number {
  if (batches[currentBatch] && isOpen(batches[currentBatch])) return currentBatch
  const first = batches.findIndex(isOpen)
  return first < 0 ? batches.length : first
}

/** @returns the batch at hand, undefined where none is open */
export const openBatch = (session: Session): Batch | undefined => session.batches?.[openIndex(session)]

const withBatch = (session: Session, change: (batch: Batch) => Batch): Session => ({
  ...session,
  ...(session.batches && {
    batches: session.batches.map((batch, index) => (index === openIndex(session) ? change(batch) : batch)),
  }),
})

/** @returns the session with its batch at hand begun */
export const begun = (session: Session): Session => ({
  ...withBatch(session, (batch) => ({ ...batch, status: 'in_progress' })),
  currentBatch: openIndex(session),
})

/** @returns the session with its batch at hand and all tasks of it done, and the next open one at hand */
export function completed(session: Session): Session {
  const done = withBatch(session, (batch) => ({
    ...batch,
    status: 'completed',
    tasks: batch.tasks.map((task): Task => ({ ...task, status: 'completed' })),
  }))
  return { ...done, currentBatch: openIndex({ ...done, currentBatch: 0 }) }
}

/** @returns the session with a task of the batch at hand in another status */
export const reported = (session: Session, id: string, status: Task['status']): Session =>
  withBatch(session, (batch) => ({
    ...batch,
    tasks: batch.tasks.map((task) => (task.id === id ? { ...task, status } : task)),
  }))

/** How a task may go on from a status. */
export const mayBecome: Readonly<Record<Task['status'], readonly Task['status'][]>> = {
  pending: ['in_progress'],
  in_progress: ['completed', 'failed'],
  failed: ['in_progress', 'completed'],
  completed: [],
}

/** @returns how many tasks there are, and how many are done */
export function progress({ batches = [] }: Session): { readonly done: number; readonly total: number } {
  const tasks = batches.flatMap((batch) => batch.tasks)
  return { done: tasks.filter(isCompleted).length, total: tasks.length }
}

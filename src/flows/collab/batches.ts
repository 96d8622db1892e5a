import { type Standing, standingOfClaim } from '../../proof/criteria/counts'
import type { Provable } from '../../proof/criteria/provable'
import { circleIn } from '../cycles'
import { inOrder, taskOfItem } from './order'
import type { Batch, Item, Session, Task } from './session'
import { type GraphTask, readTaskGraph, type TaskGraph } from './task-graph'

/**
 * All tasks: those of the graph, and one for each item that the graph does not cover. Rough drafting covers only code;
 * without a graph nothing is covered. They depend on each other as the graph and the items say.
 */
export function allTasks(items: readonly Item[], graph: string | undefined): TaskGraph {
  const whole = items.filter(({ type }) => graph === undefined || type === 'task' || type === 'bugfix').map(taskOfItem)
  const numbers = items.map(({ number }) => number)
  const { tasks, problems } = graph === undefined ? { tasks: [], problems: [] } : readTaskGraph(graph, whole, numbers)
  const ordered = inOrder(
    items,
    tasks,
    whole.filter((id) => !tasks.some((task) => task.id === id)),
  )
  const needs = new Map(ordered.map(({ id, dependsOn }) => [id, dependsOn]))
  return {
    tasks: ordered,
    problems: problems.length > 0 ? problems : circleIn('tasks', needs, ', as the items are ordered (--after)'),
  }
}

/** The parts of a task that its batch keeps. */
export type BatchTask = Pick<GraphTask, 'id' | 'dependsOn' | 'run' | 'item'>

/**
 * Groups tasks into batches: each has all remaining tasks whose dependencies are in earlier batches, in the order of
 * the graph. The tasks have no cycles, and all dependencies among them; those of earlier batches keep their status.
 */
export function toBatches(tasks: readonly BatchTask[], before: readonly Batch[] = []): readonly Batch[] {
  const known = new Map(before.flatMap((batch) => batch.tasks.map(({ id, status }) => [id, status])))
  const batches: Batch[] = []
  const placed = new Set<string>()
  for (let left = tasks; left.length > 0; ) {
    const now = left.filter(({ dependsOn }) => dependsOn.every((id) => placed.has(id)))
    if (now.length === 0) throw new Error('the tasks build on each other in a circle')
    const batch = now.map(
      ({ id, dependsOn, run, item }): Task => ({
        id,
        status: known.get(id) ?? 'pending',
        dependsOn,
        ...(run !== undefined && { run }),
        ...(item !== undefined && { item }),
      }),
    )
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

/** @returns the code items that no task of the graph is a part of, if the graph tells which task is of which item */
export function uncovered(items: readonly Item[], tasks: readonly GraphTask[]): readonly Item[] {
  const code = items.filter(({ type }) => type === 'code')
  return code.length > 1 && tasks.some(({ item }) => item !== undefined)
    ? code.filter(({ number }) => !tasks.some(({ item }) => item === number))
    : []
}

/** @returns warnings about tasks of one batch that name the same file */
export function sharedFiles(tasks: readonly GraphTask[], batches: readonly Batch[]): string[] {
  const filesOf = new Map(tasks.map(({ id, files }) => [id, files]))
  return batches.flatMap(({ tasks: together }, index) => {
    const users = new Map<string, string[]>()
    for (const task of together)
      for (const file of new Set(filesOf.get(task.id))) users.set(file, [...(users.get(file) ?? []), task.id])
    return [...users].flatMap(([file, ids]) =>
      ids.length > 1
        ? [
            `${listed(ids)} are in wave ${index + 1} together and name the same file, ${file}: let one depend on the other.`,
          ]
        : [],
    )
  })
}

const listed = (ids: readonly string[]) => `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`

/** The index of the batch: the stored one while it is open, else the first open one; their number if none is open. */
export function openIndex({ batches = [], currentBatch = 0 }: Session): number {
  if (batches[currentBatch] && isOpen(batches[currentBatch])) return currentBatch
  const first = batches.findIndex(isOpen)
  return first < 0 ? batches.length : first
}

export const openBatch = (session: Session): Batch | undefined => session.batches?.[openIndex(session)]

const withBatch = (session: Session, change: (batch: Batch) => Batch): Session => ({
  ...session,
  ...(session.batches && {
    batches: session.batches.map((batch, index) => (index === openIndex(session) ? change(batch) : batch)),
  }),
})

const tasksIn = ({ batches = [] }: Session): readonly Task[] => batches.flatMap(({ tasks }) => tasks)

/** The tasks with a command: those of the current batch, and all once every batch is closed. */
const tasksToProve = (session: Session): readonly Task[] =>
  (openBatch(session)?.tasks ?? tasksIn(session)).filter(({ run }) => run !== undefined)

/** What a task claims. In backticks it is a command, however much it reads like a sentence. */
const claimOf = ({ id, run, status }: Task): Provable => ({
  id,
  text: id,
  by: run === undefined ? '' : `\`${run}\``,
  isClaimed: status === 'completed',
})

export const provableIn = (session: Session): readonly Provable[] => tasksToProve(session).map(claimOf)

/** @returns what every task claims, of whatever batch */
export const claimsIn = (session: Session): readonly Provable[] => tasksIn(session).map(claimOf)

/** Where tasks stand on the files that are here now, by their ids; those without a command are not asked for. */
export type Shown = Readonly<Record<string, Standing>>

export const standingIn = (shown: Shown, { id, run, status }: Pick<Task, 'id' | 'run' | 'status'>): Standing =>
  standingOfClaim(run !== undefined, status === 'completed', shown[id])

export const standingsIn = (session: Session, shown: Shown): readonly Standing[] =>
  tasksIn(session).map((task) => standingIn(shown, task))

/** @returns the tasks at hand whose command does not pass on the files that are here now */
export const unprovenIn = (session: Session, shown: Shown): readonly Task[] =>
  tasksToProve(session).filter(({ id }) => shown[id] !== 'proven')

export const begun = (session: Session): Session => ({
  ...withBatch(session, (batch) => ({ ...batch, status: 'in_progress' })),
  currentBatch: openIndex(session),
})

/** @returns the session with its current batch and all its tasks done, and the next open batch as the current one */
export function completed(session: Session): Session {
  const done = withBatch(session, (batch) => ({
    ...batch,
    status: 'completed',
    tasks: batch.tasks.map((task): Task => ({ ...task, status: 'completed' })),
  }))
  return { ...done, currentBatch: openIndex({ ...done, currentBatch: 0 }) }
}

/** @returns the ids that a report names: one, or several with commas, unless a task is called so */
export const idsIn = (session: Session, text: string): readonly string[] =>
  session.batches?.some(({ tasks }) => tasks.some(({ id }) => id === text))
    ? [text]
    : [...new Set(text.split(',').map((id) => id.trim()))]

/** @returns the session with a new status for tasks of the current batch */
export const reported = (session: Session, text: string, status: Task['status']): Session =>
  withBatch(session, (batch) => ({
    ...batch,
    tasks: batch.tasks.map((task) => (idsIn(session, text).includes(task.id) ? { ...task, status } : task)),
  }))

export const mayBecome: Readonly<Record<Task['status'], readonly Task['status'][]>> = {
  pending: ['in_progress', 'completed', 'failed'],
  in_progress: ['completed', 'failed'],
  failed: ['in_progress', 'completed'],
  completed: [],
}

export function progress({ batches = [] }: Session): { readonly done: number; readonly total: number } {
  const tasks = batches.flatMap((batch) => batch.tasks)
  return { done: tasks.filter(isCompleted).length, total: tasks.length }
}

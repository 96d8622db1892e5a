import { type Standing, standingOfClaim } from '../../proof/criteria/counts'
import type { Provable } from '../../proof/criteria/provable'
import { circleIn } from '../cycles'
import { type Documents, graphFile, itemFile } from './documents'
import { inOrder, isOf, taskOfItem } from './order'
import type { Batch, Item, PlannedTask, Session, Task } from './session'
import { readTaskGraph, type TaskGraph, taskInFrontMatter } from './task-graph'

/**
 * All tasks: those of the graph, and one for each task and bugfix that the graph does not have, as its document says.
 * They depend on each other as the graph and the items say.
 */
export function allTasks(items: readonly Item[], documents: Documents): TaskGraph {
  const ofGraph = graphIn(items, documents)
  const wanted = wholeItems(items).filter((item) => !ofGraph.tasks.some(({ id }) => id === taskOfItem(item)))
  const whole = wanted.map((item) => wholeTask(item, documents))
  const tasks = inOrder(items, [...ofGraph.tasks, ...whole.map(({ task }) => task)])
  const strange = whole.flatMap(({ task: { id, dependsOn } }) =>
    dependsOn
      .filter((name) => !tasks.some((task) => task.id === name))
      .map((name) => `task “${id}”: depends-on: there is no task “${name}”`),
  )
  const problems = [...ofGraph.problems, ...whole.flatMap(({ problems }) => problems), ...strange]
  const others = items.filter((item) => !wanted.includes(item))
  const needs = new Map(tasks.map(({ id, dependsOn }) => [id, dependsOn]))
  return {
    tasks,
    problems:
      problems.length > 0
        ? problems
        : [...bare(others, tasks), ...circleIn('tasks', needs, ', as the items are ordered (--after)')],
  }
}

const wholeItems = (items: readonly Item[]) => items.filter(({ type }) => type === 'task' || type === 'bugfix')

/** @returns the tasks of the graph document, and its mistakes; without code items it may be missing */
export function graphIn(items: readonly Item[], { [graphFile]: text }: Documents): TaskGraph {
  const code = items.filter(({ type }) => type === 'code').map(({ number }) => number)
  if (text === undefined)
    return {
      tasks: [],
      problems: code.length === 0 ? [] : [`\`${graphFile}\` is not there, with the tasks of item ${code.join(', ')}`],
    }
  const numbers = items.map(({ number }) => number)
  const { tasks, problems } = readTaskGraph(text, wholeItems(items).map(taskOfItem), numbers)
  return { tasks, problems: problems.map((problem) => `\`${graphFile}\`, ${problem}`) }
}

/** @returns what is missing of these items in the graph: a task that a command shows, and one that names files */
export const bare = (items: readonly Item[], tasks: readonly PlannedTask[]): string[] =>
  items.flatMap((item) => {
    const own = tasks.filter((task) => isOf(task, item.number, items))
    const missing = [!own.some(({ run }) => run) && '`run`', !own.some(({ files }) => files) && '`files`']
    const of = `of item ${item.number}, “${item.title}”,`
    return missing.flatMap((key) => (key ? [`\`${graphFile}\`: no task ${of} has ${key}`] : []))
  })

function wholeTask(item: Item, documents: Documents): { readonly task: PlannedTask; readonly problems: string[] } {
  const file = itemFile(item.type === 'bugfix' ? 'root-cause' : 'plan', item.number)
  const text = documents[file]
  const { fields, problems } = taskInFrontMatter(text ?? '')
  return {
    task: { id: taskOfItem(item), description: item.title, item: item.number, ...fields },
    problems: (text === undefined ? ['is not there'] : problems).map((problem) => `\`${file}\` ${problem}`),
  }
}

/** @returns the tasks that the developer was shown last, in the order of the documents or of the waves */
export const shownTasks = ({ tasks, batches }: Session): readonly PlannedTask[] | undefined =>
  tasks ?? batches?.flatMap(({ tasks }) => tasks.map(({ status: _, ...task }) => task))

/** Whether the documents say something else than what the developer was shown. */
export function isNewOrder(session: Session, documents: Documents): boolean {
  const inOrderOfIds = (tasks: readonly PlannedTask[]) =>
    JSON.stringify(
      [...tasks].sort((one, other) => (one.id < other.id ? -1 : 1)).map((task) => Object.entries(task).sort()),
    )
  const shown = shownTasks(session)
  return !shown || inOrderOfIds(shown) !== inOrderOfIds(allTasks(session.workItems, documents).tasks)
}

/**
 * Groups tasks into batches: each has all remaining tasks whose dependencies are in earlier batches, in the order of
 * the graph. The tasks have no cycles, and all dependencies among them; those of earlier batches keep their status, and a
 * failed one is tried again.
 */
export function toBatches(tasks: readonly PlannedTask[], before: readonly Batch[] = []): readonly Batch[] {
  const batches: Batch[] = []
  const placed = new Set<string>()
  for (let left = tasks; left.length > 0; ) {
    const now = left.filter(({ dependsOn }) => dependsOn.every((id) => placed.has(id)))
    if (now.length === 0) throw new Error('the tasks build on each other in a circle')
    const batch = now.map((task): Task => ({ ...task, status: statusIn(before, task) }))
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

/** A task that has failed is tried again, and one with another command is done again. */
function statusIn(before: readonly Batch[], { id, run }: PlannedTask): Task['status'] {
  const known = before.flatMap(({ tasks }) => tasks).find((task) => task.id === id && task.run === run)
  return known === undefined || known.status === 'failed' ? 'pending' : known.status
}

const isCompleted = ({ status }: Task): boolean => status === 'completed'
const isOpen = ({ status }: Batch): boolean => status !== 'completed'

/** @returns warnings about tasks of one batch that name the same file */
export function sharedFiles(batches: readonly Batch[]): string[] {
  return batches.flatMap(({ tasks: together }, index) => {
    const users = new Map<string, string[]>()
    for (const task of together)
      for (const file of new Set(task.files)) users.set(file, [...(users.get(file) ?? []), task.id])
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

const tasksIn = ({ tasks, batches = [] }: Session): readonly Task[] =>
  tasks?.map((task) => ({ ...task, status: statusIn(batches, task) })) ?? batches.flatMap(({ tasks }) => tasks)

/**
 * The tasks with a command: those that the developer is shown before they are built, so that all are allowed at once;
 * then those of the current batch; all once every batch is closed.
 */
const tasksToProve = (session: Session): readonly Task[] =>
  ((session.tasks ? undefined : openBatch(session)?.tasks) ?? tasksIn(session)).filter(({ run }) => run !== undefined)

/**
 * What a task claims; what ran before the freeze shows nothing of it. In backticks it is a command, however much it reads
 * like a sentence.
 */
const claimIn =
  ({ tasks }: Session) =>
  ({ id, run, red, status }: Task): Provable => ({
    id,
    text: tasks && status !== 'completed' ? `${id} (not frozen yet)` : id,
    redFirst: red === true,
    by: run === undefined ? '' : `\`${run}\``,
    isClaimed: status === 'completed',
  })

export const provableIn = (session: Session): readonly Provable[] => tasksToProve(session).map(claimIn(session))

/** @returns what every task claims, of whatever batch */
export const claimsIn = (session: Session): readonly Provable[] => tasksIn(session).map(claimIn(session))

/** Where tasks stand on the files that are here now, by their ids; those without a command are not asked for. */
export type Shown = Readonly<Record<string, Standing>>

export const standingIn = (shown: Shown, { id, run, status }: Pick<Task, 'id' | 'run' | 'status'>): Standing =>
  status === 'failed' ? 'failed' : standingOfClaim(run !== undefined, status === 'completed', shown[id])

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

export function progress({ batches = [] }: Session): { readonly done: number; readonly total: number } {
  const tasks = batches.flatMap((batch) => batch.tasks)
  return { done: tasks.filter(isCompleted).length, total: tasks.length }
}

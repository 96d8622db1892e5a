import type { Standing } from '../../workflow/criteria/counts'
import type { Provable } from '../../workflow/criteria/provable'
import { type Reported, reportedCounts, standingOfClaim } from '../../workflow/criteria/reported'
import { sameBefore } from '../../workflow/items/item'
import { circleIn, noneServes, unknownNeeds } from '../../workflow/items/mistakes'
import { sharedFiles, wavesOf } from '../../workflow/items/waves'
import { unservedOf } from './design'
import { type Documents, graphFile, itemFile } from './documents'
import { taskOfItem } from './items'
import type { Item, PlannedTask, Session, Task, Wave } from './session'
import { readTaskGraph, type TaskGraph, taskForm, taskInFrontMatter } from './task-graph'

/**
 * All tasks: those of the graph, and one for each task and bugfix that the graph does not have, as its document says.
 * They depend on each other as the graph and the documents say.
 */
export function allTasks(items: readonly Item[], documents: Documents): TaskGraph {
  const ofGraph = graphIn(items, documents)
  const wanted = wholeItems(items).filter((item) => !ofGraph.tasks.some(({ id }) => id === taskOfItem(item)))
  const whole = wanted.map((item) => wholeTask(item, documents))
  const tasks = ofItems(items, [...ofGraph.tasks, ...whole.map(({ task }) => task)])
  const ids = tasks.map(({ id }) => id)
  const own = whole.map(({ task }) => task)
  const placeOf = (at: number) => `task “${own[at]?.id}”: depends-on`
  const strange = unknownNeeds(taskForm, own, { others: ids, placeOf })
  const problems = [...ofGraph.problems, ...whole.flatMap(({ problems }) => problems), ...strange]
  const others = items.filter((item) => !wanted.includes(item))
  const circle = circleIn(taskForm, tasks)
  return {
    tasks,
    problems: problems.length > 0 ? problems : [...bare(others, tasks, documents), ...circle],
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

/** @returns what is missing of these items in the graph: a task that a command shows, one that names files, one for each criterion */
export const bare = (items: readonly Item[], tasks: readonly PlannedTask[], documents: Documents): string[] =>
  items.flatMap((item) => {
    const own = tasks.filter((task) => isOf(task, item.number, items))
    const missing = [!own.some(({ run }) => run) && '`run`', !own.some(({ files }) => files) && '`files`']
    const of = `of item ${item.number}, “${item.title}”,`
    return [
      ...missing.flatMap((key) => (key ? [`\`${graphFile}\`: no task ${of} has ${key}`] : [])),
      ...unservedOf(item, own, documents).map((each) => `\`${graphFile}\`: ${noneServes(`task ${of}`, each)}`),
    ]
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
export const shownTasks = ({ tasks, waves }: Session): readonly PlannedTask[] | undefined =>
  tasks ?? waves?.flatMap(({ tasks }) => tasks.map(({ status: _, ...task }) => task))

/** Whether the documents say something else than what the developer was shown. */
export function isNewOrder(session: Session, documents: Documents): boolean {
  const inOrderOfIds = (tasks: readonly PlannedTask[]) => {
    const sorted = tasks.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return JSON.stringify(sorted.map((task) => Object.entries(task).sort()))
  }
  const shown = shownTasks(session)
  return !shown || inOrderOfIds(shown) !== inOrderOfIds(allTasks(session.workItems, documents).tasks)
}

/**
 * Groups tasks into waves. They have no cycles, and all dependencies among them; those of earlier waves keep their
 * status, and a failed one is tried again.
 */
export function toWaves(tasks: readonly PlannedTask[], before: readonly Wave[] = []): readonly Wave[] {
  const withStatus = statusAfter(before)
  return wavesOf(taskForm, tasks).map((wave, index) => {
    const all = wave.map(withStatus)
    return { id: `batch-${index + 1}`, status: all.every(isCompleted) ? 'completed' : 'pending', tasks: all }
  })
}

/** A task that has failed is tried again, and one with another command is done again. */
function statusAfter(before: readonly Wave[]): (task: PlannedTask) => Task {
  const tasks = before.flatMap((wave) => wave.tasks)
  const known = sameBefore(taskForm, tasks)
  return (task) => {
    const { status = 'pending' } = known(task) ?? {}
    return { ...task, status: status === 'failed' ? 'pending' : status }
  }
}

const isCompleted = ({ status }: Task): boolean => status === 'completed'
const isOpen = ({ status }: Wave): boolean => status !== 'completed'

/** @returns warnings about tasks of one wave that name the same file */
export const sharedInWaves = (waves: readonly Wave[]): string[] =>
  waves.flatMap(({ tasks }, index) =>
    sharedFiles(taskForm, tasks).map((clause) => `In wave ${index + 1} ${clause}: let one depend on the other.`),
  )

/** The index of the wave: the stored one while it is open, else the first open one; their number if none is open. */
export function openIndex({ waves = [], currentWave = 0 }: Session): number {
  if (waves[currentWave] && isOpen(waves[currentWave])) return currentWave
  const first = waves.findIndex(isOpen)
  return first < 0 ? waves.length : first
}

export const openWave = (session: Session): Wave | undefined => session.waves?.[openIndex(session)]

const withWave = (session: Session, change: (wave: Wave) => Wave): Session => ({
  ...session,
  ...(session.waves && {
    waves: session.waves.map((wave, index) => (index === openIndex(session) ? change(wave) : wave)),
  }),
})

const tasksIn = ({ tasks, waves = [] }: Session): readonly Task[] =>
  tasks?.map(statusAfter(waves)) ?? waves.flatMap(({ tasks }) => tasks)

/**
 * The tasks with a command: those that the developer is shown before they are built, so that all are allowed at once;
 * then those of the current wave; all once every wave is closed.
 */
const tasksToProve = (session: Session): readonly Task[] =>
  ((session.tasks ? undefined : openWave(session)?.tasks) ?? tasksIn(session)).filter(({ run }) => run !== undefined)

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
    hasFailed: status === 'failed',
  })

export const provableIn = (session: Session): readonly Provable[] => tasksToProve(session).map(claimIn(session))

/** @returns what every task claims, of whatever wave */
export const claimsIn = (session: Session): readonly Provable[] => tasksIn(session).map(claimIn(session))

/** Where tasks stand on the files that are here now, by their ids; those without a command are not asked for. */
export type Shown = Readonly<Record<string, Standing>>

export const standingIn = (shown: Shown, { id, run, status }: Pick<Task, 'id' | 'run' | 'status'>): Standing =>
  status === 'failed' ? 'failed' : standingOfClaim(run !== undefined, status === 'completed', shown[id])

export const reportedIn = (shown: Shown, task: Task): Reported => ({
  standing: standingIn(shown, task),
  hasCommand: task.run !== undefined,
})

/** @returns `3 done, 1 only reported · 2 open`, of all tasks */
export const countsIn = (session: Session, shown: Shown): string =>
  reportedCounts(tasksIn(session).map((task) => reportedIn(shown, task))) || 'none'

export const standingsIn = (session: Session, shown: Shown): readonly Standing[] =>
  tasksIn(session).map((task) => standingIn(shown, task))

/** @returns the tasks at hand whose command does not pass on the files that are here now */
export const unprovenIn = (session: Session, shown: Shown): readonly Task[] =>
  tasksToProve(session).filter(({ id }) => shown[id] !== 'proven')

export const begun = (session: Session): Session => ({
  ...withWave(session, (wave) => ({ ...wave, status: 'in_progress' })),
  currentWave: openIndex(session),
})

/** @returns the session with its current wave and all its tasks done, and the next open wave as the current one */
export function completed(session: Session): Session {
  const done = withWave(session, (wave) => ({
    ...wave,
    status: 'completed',
    tasks: wave.tasks.map((task): Task => ({ ...task, status: 'completed' })),
  }))
  return { ...done, currentWave: openIndex({ ...done, currentWave: 0 }) }
}

/** @returns the ids that a report names: one, or several with commas, unless a task is called so */
export const idsIn = (session: Session, text: string): readonly string[] =>
  session.waves?.some(({ tasks }) => tasks.some(({ id }) => id === text))
    ? [text]
    : [...new Set(text.split(',').map((id) => id.trim()))]

/** @returns the files that the tasks of a report name */
export const filesNamed = (session: Session, text: string): readonly string[] =>
  (openWave(session)?.tasks ?? []).flatMap(({ id, files = [] }) => (idsIn(session, text).includes(id) ? files : []))

/** @returns the session with a new status for tasks of the current wave */
export const reported = (session: Session, text: string, status: Task['status']): Session =>
  withWave(session, (wave) => ({
    ...wave,
    tasks: wave.tasks.map((task) => (idsIn(session, text).includes(task.id) ? { ...task, status } : task)),
  }))

export function progress({ waves = [] }: Session): { readonly done: number; readonly total: number } {
  const tasks = waves.flatMap((wave) => wave.tasks)
  return { done: tasks.filter(isCompleted).length, total: tasks.length }
}

/** The tasks, each with its item. A bugfix is seen to fail first, unless its task says otherwise. */
export function ofItems(items: readonly Item[], tasks: readonly PlannedTask[]): readonly PlannedTask[] {
  const code = items.filter(({ type }) => type === 'code')
  const only = code.length === 1 ? code[0]?.number : undefined
  return tasks.map((task) => {
    const item = task.item ?? items.find((each) => taskOfItem(each) === task.id)?.number ?? only
    const isFix = task.run !== undefined && items.some(({ number, type }) => number === item && type === 'bugfix')
    return { ...(isFix && { red: true }), ...task, ...(item !== undefined && { item }) }
  })
}

/** Whether a task is a part of an item. One that says no item may be of any code item. */
export const isOf = ({ item }: PlannedTask, number: number, items: readonly Item[]): boolean =>
  item === number || (item === undefined && items.some((each) => each.number === number && each.type === 'code'))

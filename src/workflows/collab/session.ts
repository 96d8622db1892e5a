import type { Context } from '../../engine/definition'
import { fromJson, isRecord } from '../../text/json'

export const types = ['code', 'task', 'bugfix', 'unknown'] as const
export type ItemType = (typeof types)[number]

/** Something to be designed and then built. Numbers start at 1 and are never reused. */
export interface Item {
  readonly number: number
  readonly title: string
  readonly type: ItemType
  readonly status: 'pending' | 'documented'
  /** The numbers of the items that are to be built before it. */
  readonly after?: readonly number[]
}

export const taskStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const
export type TaskStatus = (typeof taskStatuses)[number]
/** The statuses that can be reported. */
export const reportedStatuses = taskStatuses.filter((status) => status !== 'pending')

/** A task as the documents have it. */
export interface PlannedTask {
  readonly id: string
  readonly dependsOn: readonly string[]
  readonly files?: readonly string[]
  readonly tests?: readonly string[]
  readonly run?: string
  /** Whether its command counts only if it was seen to fail before. */
  readonly red?: boolean
  readonly description?: string
  readonly item?: number
  /** The numbers of the success criteria of its item that it meets. */
  readonly serves?: readonly number[]
}

export interface Task extends PlannedTask {
  readonly status: TaskStatus
}

/** Tasks that can be done in parallel. */
export interface Wave {
  readonly id: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly tasks: readonly Task[]
}

/** What happens between two items, and before building: the agent asks, nothing, or the context is to be cleared each time. */
export const clearings = ['ask', 'never', 'always'] as const
export type Clearing = (typeof clearings)[number]

export interface Session {
  readonly phase?: string
  readonly currentItem?: number
  readonly workItems: readonly Item[]
  /** The highest number that any item has had. */
  readonly lastNumber: number
  /** The tasks as the developer is shown them, before they are put into waves. */
  readonly tasks?: readonly PlannedTask[]
  readonly waves?: readonly Wave[]
  /** The index of the current wave, from 0; the number of waves if all are done. */
  readonly currentWave?: number
  readonly note?: string
  /** What the agent says the developer said when the list was settled, until the order is frozen. */
  readonly said?: string
  /** Absent: as the settings say. */
  readonly clear?: Clearing
  /** ISO 8601, with milliseconds; the most recently used session is the default. */
  readonly lastActivity?: string
}

/** The compiler checks that none is missing. */
const keys: Readonly<Record<keyof Session, true>> = {
  phase: true,
  currentItem: true,
  workItems: true,
  lastNumber: true,
  tasks: true,
  waves: true,
  currentWave: true,
  note: true,
  said: true,
  clear: true,
  lastActivity: true,
}
/** Every key of a session. */
export const keysOfSession = Object.keys(keys)
/** The same, and those that one written by hand may have. */
export const remembered = [...keysOfSession, 'version', 'completedTasks']

/** Limits that keep the state file small. */
export const most = { items: 200, title: 200, tasks: 500, command: 500 } as const

/** The context of a new session. */
export const fresh = { version: 1, phase: 'brainstorming', workItems: [], lastNumber: 0 } as const

/** Whether the session was started: then it has a list of items, maybe empty. */
export const isStarted = (context: Context): boolean => Array.isArray(context.workItems)

/**
 * Parses the context of a session. If it was written by hand, derivable keys may be missing; invalid items and tasks
 * are left out.
 */
export function sessionIn(context: Context): Session {
  const { phase, currentItem, workItems, lastNumber, tasks, waves, currentWave, note, said, clear, lastActivity } =
    context
  const items = listIn(workItems).flatMap(itemOf)
  const completed = listIn(context.completedTasks)
  const clearing = clearings.find((known) => known === clear)
  const wave = wholeOf(currentWave)
  return {
    workItems: items,
    lastNumber: Math.max(wholeOf(lastNumber) ?? 0, 0, ...items.map(({ number }) => number)),
    ...textIn({ phase, note, said, lastActivity }),
    ...(items.some(({ number }) => number === currentItem) && { currentItem: Number(currentItem) }),
    ...(Array.isArray(tasks) && { tasks: tasks.flatMap(plannedOf) }),
    ...(Array.isArray(waves) && { waves: waves.map((wave, index) => waveOf(wave, index, completed)) }),
    ...(wave !== undefined && { currentWave: wave }),
    ...(clearing && { clear: clearing }),
  }
}

/** @returns the text of a state that was written by hand, as the program writes it: with fewer keys, all in one object */
export function stateByHand(text: string): string {
  const document = fromJson(text)
  if (!isRecord(document)) return text
  const { state = 'collab-start', context = {}, ...others } = document
  const known = isRecord(context) ? context : {}
  return JSON.stringify({ current_state: state, context: { workItems: [], ...others, ...known }, history: [] })
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** A file may say `-0`, which JSON writes as `0`: so must every read. */
const wholeOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Math.abs(Number(value)) : undefined
const oneOf = <T extends string>(value: unknown, values: readonly T[], otherwise: T): T =>
  values.find((known) => known === value) ?? otherwise
const textIn = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

function itemOf(value: unknown): Item[] {
  if (!isRecord(value) || typeof value.title !== 'string' || !wholeOf(value.number)) return []
  const { number, title, type, status, after } = value
  const before = listIn(after).flatMap((other) => wholeOf(other) || [])
  return [
    {
      number: Number(number),
      title,
      type: oneOf(type, types, 'unknown'),
      status: oneOf(status, ['pending', 'documented'], 'pending'),
      ...(before.length > 0 && { after: before }),
    },
  ]
}

function waveOf(value: unknown, index: number, completed: readonly unknown[]): Wave {
  const { id, status, tasks } = isRecord(value) ? value : {}
  return {
    id: typeof id === 'string' ? id : `batch-${index + 1}`,
    status: oneOf(status, ['pending', 'in_progress', 'completed'], 'pending'),
    tasks: listIn(tasks).flatMap((task) => taskOf(task, completed)),
  }
}

function taskOf(value: unknown, completed: readonly unknown[]): Task[] {
  const { status } = isRecord(value) ? value : {}
  return plannedOf(value).map((task) => ({
    ...task,
    status: oneOf(status, taskStatuses, completed.includes(task.id) ? 'completed' : 'pending'),
  }))
}

function plannedOf(value: unknown): PlannedTask[] {
  const { id, dependsOn, files, tests, run, red, description, item, serves }: Readonly<Record<string, unknown>> =
    isRecord(value) ? value : { id: value }
  if (typeof id !== 'string') return []
  return [
    {
      id,
      dependsOn: textsIn(dependsOn),
      ...(textsIn(files).length > 0 && { files: textsIn(files) }),
      ...(textsIn(tests).length > 0 && { tests: textsIn(tests) }),
      ...textIn({ run, description }),
      ...(typeof red === 'boolean' && { red }),
      ...(wholeOf(item) && { item: Number(item) }),
      ...(Array.isArray(serves) && { serves: serves.flatMap((number) => wholeOf(number) ?? []) }),
    },
  ]
}

const textsIn = (value: unknown): readonly string[] =>
  listIn(value).filter((text): text is string => typeof text === 'string')

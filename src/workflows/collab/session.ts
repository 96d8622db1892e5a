import type { Context } from '../../engine/definition'
import { isRecord } from '../../failure/json'

export const types = ['code', 'task', 'bugfix', 'unknown'] as const
export type ItemType = (typeof types)[number]
/** Those that a person can give. */
export const givenTypes = types.filter((type) => type !== 'unknown')

/** Something to be designed and then built. Numbers begin with 1 and are never used again. */
export interface Item {
  readonly number: number
  readonly title: string
  readonly type: ItemType
  readonly status: 'pending' | 'documented'
}

export const taskStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export interface Task {
  readonly id: string
  readonly status: TaskStatus
  readonly dependsOn: readonly string[]
}

/** Tasks that can be done at the same time. */
export interface Batch {
  readonly id: string
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly tasks: readonly Task[]
}

/** What a session remembers, beside its state. */
export interface Session {
  readonly phase?: string
  readonly currentItem?: number
  readonly workItems: readonly Item[]
  /** The highest number that an item ever had. */
  readonly lastNumber: number
  /** Absent until they are built; from then on the design stays as it is. */
  readonly batches?: readonly Batch[]
  /** Which of the batches is at hand, from 0; their count where all are done. */
  readonly currentBatch?: number
  readonly note?: string
  /** ISO 8601, with milliseconds: the session that was used last is the one that is meant. */
  readonly lastActivity?: string
}

/** Every key of a session; the compiler sees to it that none is missing. */
const keys: Readonly<Record<keyof Session, true>> = {
  phase: true,
  currentItem: true,
  workItems: true,
  lastNumber: true,
  batches: true,
  currentBatch: true,
  note: true,
  lastActivity: true,
}
/** With those that a session written by hand may have. */
export const remembered = [...Object.keys(keys), 'version', 'completedTasks']

/** How much a session holds, so that its state file stays small. */
export const most = { items: 200, title: 200, tasks: 500 } as const

/** What one remembers that has just begun. */
export const fresh = { version: 1, phase: 'brainstorming', workItems: [], lastNumber: 0 } as const

/** Whether there is a session: one that was started has a list of items, be it empty. */
export const isStarted = (context: Context): boolean => Array.isArray(context.workItems)

/**
 * Reads what a session remembers. One that was written by hand may lack what can be worked out, and whatever is no item or
 * no task is left out.
 */
export function sessionIn(context: Context): Session {
  const { phase, currentItem, workItems, lastNumber, batches, currentBatch, note, lastActivity, completedTasks } =
    context
  const items = listIn(workItems).flatMap(itemOf)
  const completed = listIn(completedTasks)
  return {
    workItems: items,
    lastNumber: Math.max(wholeOf(lastNumber) ?? 0, 0, ...items.map(({ number }) => number)),
    ...textIn({ phase, note, lastActivity }),
    ...(items.some(({ number }) => number === currentItem) && { currentItem: Number(currentItem) }),
    ...(Array.isArray(batches) && { batches: batches.map((batch, index) => batchOf(batch, index, completed)) }),
    ...(wholeOf(currentBatch) !== undefined && { currentBatch: Number(currentBatch) }),
  }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const wholeOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
const oneOf = <T extends string>(value: unknown, values: readonly T[], otherwise: T): T =>
  values.find((known) => known === value) ?? otherwise
const textIn = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

function itemOf(value: unknown): Item[] {
  if (!isRecord(value) || typeof value.title !== 'string' || !wholeOf(value.number)) return []
  const { number, title, type, status } = value
  return [
    {
      number: Number(number),
      title,
      type: oneOf(type, types, 'unknown'),
      status: oneOf(status, ['pending', 'documented'], 'pending'),
    },
  ]
}

function batchOf(value: unknown, index: number, completed: readonly unknown[]): Batch {
  const { id, status, tasks } = isRecord(value) ? value : {}
  return {
    id: typeof id === 'string' ? id : `batch-${index + 1}`,
    status: oneOf(status, ['pending', 'in_progress', 'completed'], 'pending'),
    tasks: listIn(tasks).flatMap((task) => taskOf(task, completed)),
  }
}

function taskOf(value: unknown, completed: readonly unknown[]): Task[] {
  const { id, status, dependsOn } = isRecord(value) ? value : { id: value, status: undefined, dependsOn: [] }
  if (typeof id !== 'string') return []
  return [
    {
      id,
      status: oneOf(status, taskStatuses, completed.includes(id) ? 'completed' : 'pending'),
      dependsOn: listIn(dependsOn).filter((name): name is string => typeof name === 'string'),
    },
  ]
}

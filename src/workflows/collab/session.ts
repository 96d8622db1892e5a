import * as v from 'valibot'
import type { Context } from '../../engine/definition'
import { fromJson, isRecord } from '../../text/json'

// A session may be written by hand: what has another form counts as missing.

/** Fields without those that are missing. */
type Known<Fields> = { readonly [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
const known = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Known<Fields>

const record = <Fields extends v.ObjectEntries>(fields: Fields) => v.pipe(v.object(fields), v.transform(known))
const maybe = <Form extends v.GenericSchema>(form: Form) => v.fallback(v.optional(form), undefined)
/** A list of what has the form. */
const listOf = <Form extends v.GenericSchema>(form: Form) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((all): readonly v.InferOutput<Form>[] =>
      all.flatMap((one) => {
        const { success, output } = v.safeParse(form, one)
        return success ? [output] : []
      }),
    ),
  )
/** The same, missing if it is empty. */
const some = <Form extends v.GenericSchema>(form: Form) => maybe(v.pipe(listOf(form), v.minLength(1)))
const list = <Form extends v.GenericSchema>(form: Form) => v.fallback(listOf(form), [])
/** A file may say `-0`, which JSON writes as `0`: so must every read. */
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.transform(Math.abs))
const number = v.pipe(whole, v.minValue(1))
const text = v.string()

export const types = ['code', 'task', 'bugfix', 'unknown'] as const
export type ItemType = (typeof types)[number]

/** Something to be designed and then built. Numbers start at 1 and are never reused. */
const item = record({
  number,
  title: text,
  type: v.fallback(v.picklist(types), 'unknown'),
  status: v.fallback(v.picklist(['pending', 'documented']), 'pending'),
})
export type Item = v.InferOutput<typeof item>

export const taskStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The form of a task; who writes by hand may give only its id. */
const formOf = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === 'string' ? { id: given } : given)),
    record(fields),
  )
const task = {
  id: text,
  dependsOn: list(text),
  files: some(text),
  tests: some(text),
  run: maybe(text),
  description: maybe(text),
  /** Whether its command counts only if it was seen to fail before. */
  red: maybe(v.boolean()),
  item: maybe(number),
  /** The numbers of the success criteria of its item that it meets. */
  serves: maybe(listOf(whole)),
}
const plannedTask = formOf(task)
/** A task as the documents have it. */
export type PlannedTask = v.InferOutput<typeof plannedTask>
const waveTask = formOf({ ...task, status: maybe(v.picklist(taskStatuses)) })
export interface Task extends PlannedTask {
  readonly status: TaskStatus
}

const wave = v.object({
  id: maybe(text),
  status: v.fallback(v.picklist(['pending', 'in_progress', 'completed']), 'pending'),
  tasks: list(waveTask),
})
/** Tasks that can be done in parallel. */
export interface Wave extends Pick<v.InferOutput<typeof wave>, 'status'> {
  readonly id: string
  readonly tasks: readonly Task[]
}

/** What happens between two items, and before building: the agent asks, nothing, or the context is to be cleared each time. */
export const clearings = ['ask', 'never', 'always'] as const
export type Clearing = (typeof clearings)[number]

const session = record({
  workItems: list(item),
  /** The highest number that any item has had. */
  lastNumber: v.fallback(whole, 0),
  phase: maybe(text),
  note: maybe(text),
  /** What the agent says the developer said when the list was settled, until the order is frozen. */
  said: maybe(text),
  /** ISO 8601, with milliseconds; the most recently used session is the default. */
  lastActivity: maybe(text),
  currentItem: maybe(number),
  /** The tasks as the developer is shown them, before they are put into waves. */
  tasks: maybe(listOf(plannedTask)),
  waves: maybe(v.array(v.fallback(wave, { status: 'pending', tasks: [] }))),
  /** The index of the current wave, from 0; the number of waves if all are done. */
  currentWave: maybe(whole),
  /** Absent: as the settings say. */
  clear: maybe(v.picklist(clearings)),
})
export interface Session extends Omit<v.InferOutput<typeof session>, 'waves'> {
  readonly waves?: readonly Wave[]
}

/** Every key of a session. */
export const keysOfSession = Object.keys(session.entries)
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
  const read = v.parse(session, context)
  const { workItems, lastNumber, currentItem, waves } = read
  const isThere = workItems.some((one) => one.number === currentItem)
  const done: readonly unknown[] = Array.isArray(context.completedTasks) ? context.completedTasks : []
  const statusOf = ({ id, status }: v.InferOutput<typeof waveTask>) =>
    status ?? (done.includes(id) ? 'completed' : 'pending')
  return known({
    ...read,
    lastNumber: Math.max(lastNumber, ...workItems.map((one) => one.number)),
    currentItem: isThere ? currentItem : undefined,
    waves: waves?.map((one, at) => ({
      id: one.id ?? `batch-${at + 1}`,
      status: one.status,
      tasks: one.tasks.map((task) => ({ ...task, status: statusOf(task) })),
    })),
  })
}

/** @returns the text of a state that was written by hand, as the program writes it: with fewer keys, all in one object */
export function stateByHand(text: string): string {
  const document = fromJson(text)
  if (!isRecord(document)) return text
  const { state = 'collab-start', context = {}, ...others } = document
  const known = isRecord(context) ? context : {}
  return JSON.stringify({ current_state: state, context: { workItems: [], ...others, ...known }, history: [] })
}

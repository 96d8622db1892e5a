import { getOrInsert } from '../engine/records'
import { type Named, namedFirst, shown } from '../review/quote'
import { isRecord } from '../text/json'
import type { Imported, ImportedCriterion } from './imported'

/** The lists of tasks in tasks.json by their tag; a file of an older version has one without. */
export function tagsIn(document: unknown): Readonly<Record<string, readonly unknown[]>> {
  if (!isRecord(document)) return {}
  if (Array.isArray(document.tasks)) return { master: document.tasks }
  return Object.fromEntries(
    Object.entries(document).flatMap(([tag, value]) =>
      isRecord(value) && Array.isArray(value.tasks) ? [[tag, value.tasks]] : [],
    ),
  )
}

/** Subtasks have none in any version; some people nest them. */
const mostDepth = 20

interface Task {
  /** With those above it: `1.2`; empty without one. */
  readonly id: string
  readonly title: string
  readonly status: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly subtasks: readonly Task[]
}

/** @param unread gets what is no task */
function tasksOf(list: readonly unknown[], unread: Named[], above = '', depth = 1): Task[] {
  return list.flatMap((fields): Task[] => {
    const of = isRecord(fields) ? fields : {}
    const id = worded(of.id) && `${above}${worded(of.id)}`
    const title = worded(of.title) || worded(of.description)
    if (`${id}${title}` === '' || depth > mostDepth) {
      unread.push({ text: worded(fields) || JSON.stringify(fields).slice(0, 99) })
      return []
    }
    const subtasks = Array.isArray(of.subtasks) ? tasksOf(of.subtasks, unread, id ? `${id}.` : above, depth + 1) : []
    return [{ id, title, status: worded(of.status).toLowerCase() || 'pending', fields: of, subtasks }]
  })
}

const single = 'id title description details testStrategy status'.split(' ')
const lists = ['dependencies', 'subtasks']

/** Whether what stands in a field is carried over; nothing is lost of `null`. */
const isRead = ([name, value]: [string, unknown]): boolean =>
  single.includes(name)
    ? typeof value !== 'object' || value === null
    : lists.includes(name) && Array.isArray(value ?? [])

const worded = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? `${value}` : ''

const isDone = ({ status }: Task): boolean => /^(?:done|completed?)$/.test(status)
/** Nobody is to do it now. */
const isOut = ({ status }: Task): boolean => /^(?:cancell?ed|deferred)$/.test(status)

/** A list of Task Master: a task without subtasks is a criterion, otherwise each of its subtasks is one. */
export function fromTaskMaster(list: readonly unknown[], tag: string): Imported {
  const criteria: ImportedCriterion[] = []
  const texts: { heading: string; text: string }[] = []
  const [notes, bare]: [string[], string[]] = [[], []]
  const unread: Named[] = []
  const out = new Map<string, Named[]>()
  const others = new Set<string>()
  const take = (task: Task, group?: string) => {
    const { id, title, status, fields, subtasks } = task
    const called = `${id} ${title}`.trim()
    for (const field of Object.entries(fields)) if (!isRead(field)) others.add(shown(field[0]))
    if (isOut(task)) {
      getOrInsert(out, status, () => []).push({ text: called })
      return
    }
    const needs = Array.isArray(fields.dependencies) ? fields.dependencies.map(worded).filter(Boolean) : []
    const after = needs.length > 0 ? `, after ${shown(needs.join(', '))}` : ''
    const heading = `Task ${shown([id, title].filter(Boolean).join(': '))} (${shown(status)}${after})`
    const strategy = worded(fields.testStrategy)
    const text = [worded(fields.description), worded(fields.details), strategy && `Test strategy: ${strategy}`]
    if (text.some(Boolean)) texts.push({ heading, text: text.filter(Boolean).join('\n\n') })
    else if (after !== '' || !(isDone(task) || status === 'pending')) bare.push(`- ${heading}`)
    if (subtasks.length === 0) criteria.push({ text: called, done: isDone(task), ...(group && { group }) })
    const open = subtasks.filter((one) => !isDone(one) && !isOut(one)).map((one) => one.id || one.title)
    if (isDone(task) && open.length > 0)
      notes.push(`Task ${shown(id || title)} is done there, but ${shown(open.join(', '))} of it is not.`)
    for (const one of subtasks) take(one, called)
  }
  for (const one of tasksOf(list, unread)) take(one)
  if (bare.length > 0) texts.push({ heading: 'Without a Text', text: bare.join('\n') })
  return {
    title: tag === 'master' ? 'Tasks of Task Master' : `Tasks of Task Master: ${tag}`,
    notes,
    texts,
    criteria,
    lost: [
      ...namedFirst('entries that are no task', unread),
      ...[...out].flatMap(([status, tasks]) =>
        namedFirst(`tasks that are ${status} there, with their subtasks`, tasks),
      ),
      ...(others.size > 0 ? [`of its tasks: ${[...others].join(', ')}`] : []),
    ],
  }
}

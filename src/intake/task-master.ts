import { isRecord } from '../failure/json'
import { type Criterion, type Imported, shown } from './imported'

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
  /** With those above it: `1.2`. */
  readonly id: string
  readonly title: string
  readonly status: string
  readonly needs: readonly string[]
  /** Its description, details and test strategy. */
  readonly text: string
  readonly subtasks: readonly Task[]
  readonly fields: readonly string[]
}

function tasksOf(list: unknown, above = '', depth = 1): Task[] {
  if (!Array.isArray(list) || depth > mostDepth) return []
  return list.filter(isRecord).map((task, index): Task => {
    const id = `${above}${worded(task.id) || index + 1}`
    const { description, details, testStrategy } = task
    const strategy = worded(testStrategy)
    return {
      id,
      title: worded(task.title) || worded(description),
      status: worded(task.status).toLowerCase() || 'pending',
      needs: Array.isArray(task.dependencies) ? task.dependencies.map(worded).filter(Boolean) : [],
      text: [worded(description), worded(details), strategy && `Test strategy: ${strategy}`]
        .filter(Boolean)
        .join('\n\n'),
      subtasks: tasksOf(task.subtasks, `${id}.`, depth + 1),
      fields: Object.keys(task).filter((name) => !known.includes(name)),
    }
  })
}

const known = 'id title description details testStrategy status dependencies subtasks'.split(' ')

const worded = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? `${value}` : ''

const isDone = ({ status }: Task): boolean => /^(?:done|completed?)$/.test(status)
/** Nobody is to do it now. */
const isOut = ({ status }: Task): boolean => /^(?:cancell?ed|deferred)$/.test(status)

/** A list of Task Master: a task without subtasks is a criterion, otherwise each of its subtasks is one. */
export function fromTaskMaster(list: readonly unknown[], tag: string): Imported {
  const criteria: Criterion[] = []
  const texts: { heading: string; text: string; isDone?: boolean }[] = []
  const notes: string[] = []
  const lost: string[] = []
  const bare: string[] = []
  const others = new Set<string>()
  const take = (task: Task, group?: string) => {
    const { id, title, status, needs, text, subtasks } = task
    for (const field of task.fields) others.add(field)
    if (isOut(task)) {
      const all = subtasks.length > 0 ? ' with its subtasks' : ''
      lost.push(`task ${shown(`${id} ${title}`)}${all}, which is ${shown(status)} there`)
      return
    }
    const after = needs.length > 0 ? `, after ${shown(needs.join(', '))}` : ''
    const heading = `Task ${shown(`${id}: ${title}`)} (${shown(status)}${after})`
    if (text !== '') texts.push({ heading, text, isDone: isDone(task) })
    else if (after !== '' || !(isDone(task) || status === 'pending')) bare.push(`- ${heading}`)
    if (subtasks.length === 0) criteria.push({ text: `${id} ${title}`, done: isDone(task), ...(group && { group }) })
    const open = subtasks.filter((one) => !isDone(one) && !isOut(one))
    if (isDone(task) && open.length > 0)
      notes.push(`Task ${shown(id)} is done there, but ${shown(open.map((one) => one.id).join(', '))} of it is not.`)
    for (const one of subtasks) take(one, `${id} ${title}`)
  }
  for (const one of tasksOf(list)) take(one)
  if (bare.length > 0) texts.push({ heading: 'Without a Text', text: bare.join('\n') })
  return {
    title: tag === 'master' ? 'Tasks of Task Master' : `Tasks of Task Master: ${tag}`,
    facts: [],
    notes,
    texts,
    criteria,
    lost: [...lost, ...(others.size > 0 ? [`of its tasks: ${[...others].map((name) => shown(name)).join(', ')}`] : [])],
  }
}

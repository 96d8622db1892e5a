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
const mostDepth = 4

interface Task {
  /** With those above it: `1.2`. */
  readonly id: string
  readonly title: string
  readonly status: string
  readonly needs: readonly string[]
  /** Its description, details and test strategy. */
  readonly text: string
  readonly subtasks: readonly Task[]
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
    }
  })
}

const fields = 'id title description details testStrategy status dependencies subtasks'.split(' ')

const worded = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? `${value}` : ''

const isDone = ({ status }: Task): boolean => /^(?:done|completed?)$/.test(status)
/** Nobody is to do it now. */
const isOut = ({ status }: Task): boolean => /^(?:cancell?ed|deferred)$/.test(status)

/** A list of Task Master: a task without subtasks is a criterion, otherwise each of its subtasks is one. */
export function fromTaskMaster(list: readonly unknown[], tag: string): Imported {
  const criteria: Criterion[] = []
  const texts: { heading: string; text: string }[] = []
  const notes: string[] = []
  const lost: string[] = []
  const take = (task: Task) => {
    const { id, title, status, needs, text, subtasks } = task
    if (isOut(task)) {
      lost.push(`task ${shown(`${id} ${title}`)}, which is ${shown(status)} there`)
      return
    }
    const after = needs.length > 0 ? `, after ${shown(needs.join(', '))}` : ''
    if (text !== '') texts.push({ heading: `Task ${shown(`${id}: ${title}`)} (${shown(status)}${after})`, text })
    if (subtasks.length === 0) criteria.push({ text: `${id} ${title}`, done: isDone(task) })
    const open = subtasks.filter((one) => !isDone(one) && !isOut(one))
    if (isDone(task) && open.length > 0)
      notes.push(`Task ${shown(id)} is done there, but ${shown(open.map((one) => one.id).join(', '))} of it is not.`)
    subtasks.forEach(take)
  }
  tasksOf(list).forEach(take)
  const others = [...new Set(list.filter(isRecord).flatMap(Object.keys))].filter((name) => !fields.includes(name))
  return {
    title: tag === 'master' ? 'Tasks of Task Master' : `Tasks of Task Master: ${tag}`,
    facts: [],
    notes,
    texts,
    criteria,
    lost: [...lost, ...(others.length > 0 ? [`of its tasks: ${others.map((name) => shown(name)).join(', ')}`] : [])],
  }
}

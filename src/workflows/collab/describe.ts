import type { AnswerExtras, TransitionResult } from '../workflow'
import { allTasks, openBatch, openIndex, progress, sharedFiles } from './batches'
import { documentsOf, graphOf, toReload } from './documents'
import { isClearId } from './flow'
import { currentItem, pendingItems } from './items'
import { getSkillForState, getState, skillNamed } from './lookups'
import type { EventPayload } from './payload'
import { type Item, type Session, sessionIn, type Task } from './session'

/** @returns what the line of a step says of it: the skill, the item, the batch with its tasks (specs: collab §4, 30) */
export function about({ payload, before, context, rows }: TransitionResult): Readonly<Record<string, unknown>> {
  const brought = payload as EventPayload
  const was = sessionIn(before)
  const item = currentItem(sessionIn(context))?.number ?? was.currentItem
  const batch = rows.includes('T29') ? openBatch(was) : undefined
  const done = batch && sessionIn(context).batches?.find(({ id }) => id === batch.id)
  return {
    ...(brought.verb === 'complete-skill' && { skill: skillNamed(brought.name) }),
    ...(brought.verb === 'task' && { task: brought.id, status: brought.status }),
    ...(item !== undefined && { item }),
    ...(done && { batch: done.id, tasks: done.tasks.map(({ id }) => id) }),
  }
}

/** What a session adds to an answer: the source's contract (§2), what the texts name, and what to look at. */
export function tell(name: string, taken: TransitionResult): AnswerExtras {
  const { state, context, payload } = taken
  const brought = payload as EventPayload | Record<string, never>
  const session = sessionIn(context)
  const isReload = brought.verb === 'resume'
  const documents = toReload(name, session)
  return {
    values: valuesOf(name, taken, session),
    warnings: warningsOf(name, taken, session),
    quotes: session.note && (isReload || isClearId(state)) ? [{ heading: 'Note to Keep', text: session.note }] : [],
    shown: isReload ? documents : [],
    isGone: brought.verb === 'cleanup' && brought.aside !== undefined && state === 'done',
    fields: {
      kind: 'collab',
      session: name,
      next_skill: getSkillForState(state),
      action: isClearId(state) ? 'clear' : 'none',
      ...paramsOf(state, session),
      state,
      phase: session.phase ?? 'brainstorming',
      display: getState(state)?.display ?? state,
      completed: state === 'done',
      progress: progress(session),
      items: session.workItems,
      note: session.note ?? '',
      problems: problemsOf(taken),
    },
  }
}

const withBatch = ['clear-pre-execute', 'execute-batch', 'clear-post-batch']

function paramsOf(state: string, session: Session): { params?: Record<string, number> } {
  const params = {
    ...(session.currentItem !== undefined && { item_number: session.currentItem }),
    ...(withBatch.includes(state) && { batch_index: openIndex(session) }),
  }
  return Object.keys(params).length > 0 ? { params } : {}
}

function valuesOf(
  name: string,
  { state, from, payload, context }: TransitionResult,
  session: Session,
): Record<string, string> {
  const brought = payload as EventPayload | Record<string, never>
  const item = currentItem(session)
  const batch = openBatch(session)
  const { done, total } = progress(session)
  const last = session.workItems.at(-1)
  const said = brought.verb === 'complete-skill' ? skillNamed(brought.name) : undefined
  return {
    session: name,
    documents: documentsOf(name),
    skill: getSkillForState(state) ?? 'none',
    display: getState(state)?.display ?? state,
    state,
    phase: session.phase ?? 'brainstorming',
    reported: said ?? 'that skill',
    expected: getSkillForState(from) ?? 'none',
    number: item ? String(item.number) : 'N',
    heading: item ? item.title : 'no item',
    type: item?.type ?? 'no type',
    items: listOf(session.workItems.map(itemLine), 'There are no items yet.'),
    pending: String(pendingItems(session).length),
    count: String(session.workItems.length),
    last: last ? itemLine(last) : 'none',
    about: item ? `item ${item.number}, “${item.title}”` : batch ? batchIn(session) : 'the session as a whole',
    batch: batchIn(session),
    tasks: listOf(
      (batch?.tasks ?? []).map((task) => taskLine(task)),
      'There are no open tasks.',
    ),
    done: String(done),
    total: String(total),
    task: brought.verb === 'task' ? brought.id : 'that task',
    status: brought.verb === 'task' ? inWords[brought.status] : 'that',
    papers: brought.verb === 'cleanup' ? papersOf(brought) : '',
    problems: listOf(problemsOf({ payload, context }), 'none'),
  }
}

const inWords = { pending: 'not begun', in_progress: 'in progress', completed: 'done', failed: 'failed' } as const

const papersOf = ({ archive, aside }: { readonly archive?: string; readonly aside?: string }): string =>
  [
    archive && `Its documents and diagrams are in \`${archive}/\`.`,
    aside && `The session itself was moved to \`${aside}/\`, which git ignores.`,
  ]
    .filter(Boolean)
    .join(' ')

/** What people call the batch at hand. */
function batchIn(session: Session): string {
  const { batches = [] } = session
  return openBatch(session) ? `batch ${openIndex(session) + 1} of ${batches.length}` : 'no batch'
}

const itemLine = ({ number, title, type, status }: Item): string =>
  `item ${number}, ${type === 'unknown' ? 'type not known yet' : type}, ${progressOf[status]}: ${title}`
const progressOf = { pending: 'to be designed', documented: 'designed' } as const
const taskLine = ({ id, status, dependsOn }: Task): string =>
  `\`${id}\`, ${inWords[status]}${dependsOn.length > 0 ? `, after ${dependsOn.map((other) => `\`${other}\``).join(', ')}` : ''}`
const listOf = (lines: readonly string[], none: string): string =>
  lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n')

/** What is wrong with the graph, where it matters: when it has just been made, and when its tasks are to be done. */
function problemsOf({ payload, context }: Pick<TransitionResult, 'payload' | 'context'>): readonly string[] {
  const brought = payload as EventPayload | Record<string, never>
  if (brought.verb !== 'complete-skill') return []
  const skill = skillNamed(brought.name)
  if (skill !== 'build-task-graph' && skill !== 'ready-to-implement') return []
  if (skill === 'build-task-graph' && brought.graph === undefined) return ['the document: is not there']
  return allTasks(sessionIn(context).workItems, brought.graph).problems
}

function warningsOf(name: string, taken: TransitionResult, session: Session): string[] {
  const { rows, from, before, payload } = taken
  const brought = payload as EventPayload | Record<string, never>
  const was = sessionIn(before)
  const warnings: string[] = []
  if (rows[0] === 'by-hand' && brought.verb === 'complete-skill') {
    warnings.push(
      `${skillNamed(brought.name)} was reported where ${getSkillForState(from)} was expected; the session goes on from there.`,
    )
  }
  if (rows[0] === 'again') {
    warnings.push(`collab-clear was reported where ${getSkillForState(from)} is to be done; nothing has moved.`)
  }
  if (rows.includes('T2') && was.workItems.length === 0 && session.workItems.length > 0) {
    const { length } = session.workItems
    warnings.push(`${length} ${length === 1 ? 'item was' : 'items were'} read from the design document.`)
  }
  if (rows.includes('T20') || rows.includes('R26')) {
    warnings.push(...problemsOf(taken).map((problem) => `${graphOf(name)}: ${problem}.`))
  }
  if (rows.includes('T26.none') && brought.verb === 'complete-skill') {
    warnings.push(...sharedFiles(allTasks(session.workItems, brought.graph).tasks, session.batches ?? []))
  }
  if (rows.includes('T29')) {
    const silent = openBatch(was)?.tasks.filter(({ status }) => status !== 'completed') ?? []
    if (silent.length > 0)
      warnings.push(`Not reported, and counted as completed: ${silent.map(({ id }) => id).join(', ')}.`)
  }
  return warnings
}

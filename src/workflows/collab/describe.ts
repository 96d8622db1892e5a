import type { AnswerExtras, Phrases, TransitionResult } from '../workflow'
import { allTasks, openBatch, openIndex, progress, sharedFiles } from './batches'
import { documentsOf, graphFile, graphOf, toReload } from './documents'
import { isClearId } from './flow'
import { currentItem, pendingItems } from './items'
import { getSkillForState, getState, skillNamed } from './lookups'
import type { EventPayload } from './payload'
import { lackOf } from './required-documents'
import { type Item, type Session, sessionIn, type Task } from './session'

/** A step; only a command that is no event has an empty payload. */
export type Step = TransitionResult<EventPayload | Record<string, never>>

/**
 * @returns what a step's entry records: the skill, the item, the batch with its tasks, and the payload, so that the
 *   session can be rebuilt from the history alone
 */
export function about({ payload: brought, before, context, rows }: Step): Readonly<Record<string, unknown>> {
  const was = sessionIn(before)
  const session = sessionIn(context)
  const item = currentItem(session)?.number ?? was.currentItem
  const batch = rows.includes('T29') ? openBatch(was) : undefined
  const done = batch && session.batches?.find(({ id }) => id === batch.id)
  const added = session.workItems.filter(({ number }) => !was.workItems.some((known) => known.number === number))
  return {
    ...(brought.verb === 'complete-skill' && { skill: skillNamed(brought.name) }),
    ...(brought.verb === 'task' && {
      task: brought.id,
      status: brought.status,
      ...(brought.proofs && { proofs: brought.proofs }),
    }),
    ...(brought.verb === 'classify' && { number: brought.number, type: brought.type }),
    ...(brought.verb === 'remove' && { number: brought.number }),
    ...(brought.verb === 'cleanup' && { choice: brought.choice }),
    ...(added.length > 0 && { added }),
    ...(item !== undefined && { item }),
    ...(done && { batch: done.id, tasks: done.tasks.map(({ id }) => id) }),
    ...(rows.includes('T26.none') && { built: builtIn(session) }),
  }
}

/** The tasks of all batches, without their status. */
const builtIn = ({ batches = [] }: Session) =>
  batches.flatMap(({ tasks }) => tasks.map(({ status: _, ...task }) => task))

/** What a session adds to an answer: fields for programs, values for the texts, and files to read. */
export function tell(name: string, taken: Step, phrases: Phrases): AnswerExtras {
  const { state, from, context, payload: brought } = taken
  const session = sessionIn(context)
  const isReload = brought.verb === 'resume'
  const skill = getSkillForState(state)
  const display = getState(state)?.display ?? state
  const { phase = 'brainstorming', workItems, note = '' } = session
  const item = currentItem(session)
  const batch = openBatch(session)
  const last = workItems.at(-1)
  const { done, total } = progress(session)
  const problems = problemsOf(taken)
  const lack = brought.verb === 'complete-skill' ? lackOf(sessionIn(taken.before), brought, from) : undefined
  return {
    values: {
      session: name,
      documents: documentsOf(name),
      skill: skill ?? 'none',
      display,
      state,
      phase,
      reported: (brought.verb === 'complete-skill' && skillNamed(brought.name)) || 'that skill',
      expected: getSkillForState(from) ?? 'none',
      number: String(item?.number ?? 'N'),
      heading: item?.title ?? 'no item',
      type: item?.type ?? 'no type',
      items: listOf(workItems.map(itemLine), 'There are no items yet.'),
      pending: String(pendingItems(session).length),
      count: String(workItems.length),
      last: last ? itemLine(last) : 'none',
      about: item ? `item ${item.number}, “${item.title}”` : batch ? batchIn(session) : 'the session as a whole',
      hand: item ? `item ${item.number}, “${item.title}” (${item.type})` : 'no item',
      batch: batchIn(session),
      tasks: listOf((batch?.tasks ?? []).map(taskLine), 'There are no open tasks.'),
      unproven: (batch?.tasks ?? [])
        .flatMap(({ id, run, status }) => (run !== undefined && status !== 'completed' ? [id] : []))
        .join(', '),
      begun: (batch?.tasks ?? []).flatMap(({ id, status }) => (status === 'in_progress' ? [id] : [])).join(', '),
      done: String(done),
      total: String(total),
      task: brought.verb === 'task' ? brought.id : 'that task',
      status: brought.verb === 'task' ? inWords[brought.status] : 'that',
      onTask: brought.verb === 'task' ? afterTask(name, brought.status, batch?.tasks ?? [], phrases) : '',
      kept: brought.verb === 'cleanup' ? keptOf(brought) : '',
      problems: listOf(problems, 'none'),
      ...(lack && { paper: `\`${documentsOf(name)}/${lack.file}\``, lack: lack.fault }),
    },
    warnings: warningsOf(name, taken, session),
    ...(taken.rows.some((row) => row.startsWith('S.')) && { overview: overviewOf(state, session) }),
    quotes: note && (isReload || isClearId(state)) ? [{ heading: 'Note to Keep', text: note }] : [],
    shown: isReload ? toReload(name, session) : [],
    isGone: brought.verb === 'cleanup' && brought.record !== undefined && state === 'done',
    fields: {
      kind: 'collab',
      session: name,
      next_skill: skill,
      action: isClearId(state) ? 'clear' : 'none',
      ...paramsOf(state, session),
      state,
      phase,
      display,
      completed: state === 'done',
      progress: { done, total },
      items: workItems,
      note,
      problems,
    },
  }
}

/** For a look: the tasks of the batch, or the items, unless the state's text lists them. */
function overviewOf(state: string, session: Session): string {
  const batch = openBatch(session)
  if (batch && withBatch.includes(state)) return listOf(batch.tasks.map(taskLine), '')
  return state === 'ready-to-implement' ? '' : listOf(session.workItems.map(itemLine), '')
}

const withBatch = ['clear-pre-execute', 'execute-batch', 'clear-post-batch']

function paramsOf(state: string, session: Session): { params?: Record<string, number> } {
  const params = {
    ...(session.currentItem !== undefined && { item_number: session.currentItem }),
    ...(withBatch.includes(state) && { batch_index: openIndex(session) }),
  }
  return Object.keys(params).length > 0 ? { params } : {}
}

const inWords = { pending: 'not begun', in_progress: 'in progress', completed: 'done', failed: 'failed' } as const

const keptOf = ({ archive, record, aside }: Extract<EventPayload, { readonly verb: 'cleanup' }>): string =>
  [
    archive && `Its documents and diagrams are in \`${archive}/\`.`,
    record &&
      `Its state and history, with all items and tasks, are in \`${record}/\`; commit them: \`spell check\` looks for them.`,
    aside && `The session itself was moved to \`${aside}/\`, which git ignores.`,
  ]
    .filter(Boolean)
    .join(' ')

/** The current batch, in words. */
function batchIn(session: Session): string {
  const { batches = [] } = session
  return openBatch(session) ? `batch ${openIndex(session) + 1} of ${batches.length}` : 'no batch'
}

/** What the agent does after reporting a task. */
function afterTask(session: string, status: Task['status'], tasks: readonly Task[], phrases: Phrases): string {
  const open = tasks.filter((task) => task.status !== 'completed').map(({ id }) => `\`${id}\``)
  const phrase = phrases[`task.${status === 'completed' && open.length === 0 ? 'all' : status}`] ?? ''
  return phrase.replace('{{open}}', () => open.join(', ')).replace('{{session}}', () => session)
}

const itemLine = ({ number, title, type, status }: Item): string =>
  `item ${number}, ${type === 'unknown' ? 'no type yet' : type}, ${progressOf[status]}: ${title}`
const progressOf = { pending: 'to be designed', documented: 'designed' } as const
const taskLine = ({ id, status, dependsOn, run }: Task): string =>
  [
    `\`${id}\``,
    inWords[status],
    ...(dependsOn.length > 0 ? [`after ${dependsOn.map((other) => `\`${other}\``).join(', ')}`] : []),
    ...(run === undefined ? [] : [`shown by \`${run}\``]),
  ].join(', ')
const listOf = (lines: readonly string[], none: string): string =>
  lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n')

/** Mistakes in the graph, when they matter: right after it was written, and when its tasks are to be carried out. */
function problemsOf({ payload: brought, context }: Step): readonly string[] {
  if (brought.verb !== 'complete-skill') return []
  const skill = skillNamed(brought.name)
  if (skill !== 'build-task-graph' && skill !== 'ready-to-implement') return []
  return allTasks(sessionIn(context).workItems, brought.documents?.[graphFile]).problems
}

function warningsOf(name: string, taken: Step, session: Session): string[] {
  const { rows, from, payload: brought } = taken
  const was = sessionIn(taken.before)
  const expected = getSkillForState(from)
  const { length } = session.workItems
  const silent = rows.includes('T29') ? openBatch(was)?.tasks.filter(({ status }) => status === 'pending') : []
  const warnings = [
    rows[0] === 'by-hand' &&
      brought.verb === 'complete-skill' &&
      `${skillNamed(brought.name)} was reported where ${expected} was expected; the session goes on from there.`,
    (rows[0] === 'again' || rows[0] === 'again.batch') &&
      brought.verb === 'complete-skill' &&
      `${skillNamed(brought.name)} was reported where ${expected} is to be done; nothing has moved.`,
    rows.includes('T2') &&
      was.workItems.length === 0 &&
      `${length} ${length === 1 ? 'item was' : 'items were'} read from the design document.`,
    ...(rows.includes('T20') || rows.includes('R26') ? problemsOf(taken) : []).map(
      (problem) => `${graphOf(name)}: ${problem}.`,
    ),
    ...(rows.includes('T26.none') && brought.verb === 'complete-skill'
      ? sharedFiles(allTasks(session.workItems, brought.documents?.[graphFile]).tasks, session.batches ?? [])
      : []),
    silent?.length && `Not reported, and counted as completed: ${silent.map(({ id }) => id).join(', ')}.`,
  ]
  return warnings.filter((warning) => typeof warning === 'string')
}

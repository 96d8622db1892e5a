import { capital } from '../../markdown/code'
import type { DecisionIn, ReportedTask, Reporting, ReportPart, ReportSource, TaskStatus } from '../reporting'
import { progress } from './batches'
import { sectionsIn } from './document-sections'
import { designFile, graphFile } from './documents'
import { stopped } from './flow'
import { itemsLeft } from './items'
import { isDecided, isOfDeveloper } from './lookups'
import { retell } from './recorded'
import { type TaskStatus as Reported, type Session, sessionIn } from './session'
import { type WaveTask, wavesOf } from './waves'

function partOf({ context, files, state, shown }: ReportSource): ReportPart {
  const session = sessionIn(context)
  const documents = Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) =>
      path.startsWith('documents/') ? [[path.slice('documents/'.length), text]] : [],
    ),
  )
  const { waves } = wavesOf(session, documents[graphFile])
  const { done, total } = progress(session)
  const provenOf = (id: string) => shown.find(({ criterion }) => criterion.text === id)?.criterion
  const isBuilt = session.batches !== undefined
  return {
    title: sectionsIn(documents[designFile] ?? '').within[0]?.title ?? '',
    // What a command shows of a task is told as its criterion.
    criteria: [],
    tasks: [
      ...itemTasks(session),
      // Before it is frozen, the order of the work only could be so.
      ...(isBuilt ? waves : []).flatMap(({ tasks }, index) =>
        tasks.map((task): ReportedTask => {
          const found = provenOf(task.id)
          const runs = found?.commands ?? []
          return {
            name: task.description && task.description !== task.id ? `${task.id}: ${task.description}` : task.id,
            group: `Wave ${index + 1}`,
            status: statuses[task.status],
            achieved: [
              shownBy(task, found?.standing),
              ...runs.map(
                ({ command, result, time }) =>
                  `\`${command.replaceAll('`', '')}\`: ${result}${time ? `, ${time.slice(0, 10)}` : ''}`,
              ),
            ]
              .filter(Boolean)
              .join('; '),
          }
        }),
      ),
    ],
    byHand: [],
    counted: isBuilt ? 'tasks' : 'items',
    total: isBuilt ? total : session.workItems.length,
    met: done,
    proven: shown.filter(({ criterion }) => criterion.standing === 'proven').length,
    rest: isBuilt ? restOf(session) : [],
    isStopped: state === stopped,
  }
}

const statuses: Readonly<Record<Reported, TaskStatus>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
  failed: 'failed',
}

function itemTasks(session: Session): ReportedTask[] {
  const left = itemsLeft(session)
  return session.workItems.map((item) => ({
    name: `${item.number}. ${item.title}`,
    group: 'Items',
    status: left.includes(item) ? 'open' : 'done',
    achieved: [
      item.type === 'unknown' ? 'No type yet' : capital(item.type),
      item.status === 'pending' ? 'to be designed' : 'designed',
      item.after && `after ${item.after.map((number) => `item ${number}`).join(', ')}`,
    ]
      .filter(Boolean)
      .join(', '),
  }))
}

/** Whose word it is that a task is done. */
function shownBy({ status, run }: WaveTask, standing: string | undefined): string {
  if (run === undefined) return status === 'completed' ? 'Said by the agent' : ''
  if (standing === 'proven') return 'Proven'
  return standing === 'stale' ? 'Proven, but files have changed since' : 'Not proven'
}

function restOf(session: Session): string[] {
  const failed = (session.batches ?? [])
    .flatMap(({ tasks }) => tasks)
    .filter(({ status }) => status === 'failed').length
  const left = itemsLeft(session).length
  return [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(left > 0 ? [`${left} ${left === 1 ? 'item' : 'items'} left`] : []),
  ]
}

/** What the developer decided in a session, in their words, and what only the agent reported as decided. */
const decisionIn: DecisionIn = ({ trigger, about = {} }) => {
  const { skill, said, by } = about
  const verb = trigger.toLowerCase()
  if (typeof said !== 'string' && !isDecided(skill) && !isOfDeveloper(verb)) return undefined
  const { said: _, ...others } = about
  const told = retell(others).replaceAll('`', '').replace(', reported by the agent, without the developer’s words', '')
  return {
    kind: 'decision',
    text: [capital(verb), told].filter(Boolean).join(': '),
    by: typeof said === 'string' ? 'developer' : by === 'agent' ? 'agent' : 'unknown',
    said: typeof said === 'string' ? said : '',
  }
}

export const reporting: Reporting = { partOf, decisionIn }

import { capital } from '../answer/markdown'
import { progress } from '../flows/collab/batches'
import { isDecided } from '../flows/collab/decisions'
import { sectionsIn } from '../flows/collab/document-sections'
import { designFile, graphFile } from '../flows/collab/documents'
import { stopped } from '../flows/collab/flow'
import { itemsLeft } from '../flows/collab/left'
import { stateOfSkill } from '../flows/collab/lookups'
import { retell } from '../flows/collab/retell'
import { type TaskStatus as Reported, type Session, sessionIn } from '../flows/collab/session'
import { type WaveTask, wavesOf } from '../flows/collab/waves'
import type { ReportedTask, TaskStatus } from './model'
import type { Loaded, Part } from './part'
import { criterionOf, runOf } from './proven'
import type { DecisionIn } from './story'

/** @returns what a report says of a session: its items, and the tasks that they are built by, wave by wave */
export function collabPart({ context, files, state, rows, isArchived }: Loaded): Part {
  const session = sessionIn(context)
  const documents = Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) =>
      path.startsWith('documents/') ? [[path.slice('documents/'.length), text]] : [],
    ),
  )
  const { waves } = wavesOf(session, documents[graphFile])
  const { done, total } = progress(session)
  const shown = rows.map((row) => ({ row, criterion: criterionOf(row, isArchived) }))
  const provenOf = (id: string) => shown.find(({ row }) => row.criterion.text === id)
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
          const runs = found ? found.row.runs.map((run) => runOf(run, isArchived)) : []
          return {
            name: task.description && task.description !== task.id ? `${task.id}: ${task.description}` : task.id,
            group: `Wave ${index + 1}`,
            status: statuses[task.status],
            achieved: [
              shownBy(task, found?.criterion.standing),
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
    threads: [],
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
export const decisionInCollab: DecisionIn = ({ trigger, about = {} }) => {
  const { skill, said, by } = about
  const verb = trigger.toLowerCase()
  const isDecision = typeof skill === 'string' && isDecided(stateOfSkill(skill)?.id ?? '')
  const isOther = ['classify', 'rename', 'remove', 'cleanup', 'stop'].includes(verb)
  if (typeof said !== 'string' && !isDecision && !isOther) return undefined
  const { said: _, ...others } = about
  const told = retell(others).replaceAll('`', '').replace(', reported by the agent, without the developer’s words', '')
  return {
    kind: 'decision',
    text: [capital(verb), told].filter(Boolean).join(': '),
    by: typeof said === 'string' ? 'developer' : by === 'agent' ? 'agent' : 'unknown',
    said: typeof said === 'string' ? said : '',
  }
}

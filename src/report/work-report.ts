import type { Decision, Reporting, ReportPart } from '../flows/reporting'
import { most, type Verdict, type WorkReport } from './model'
import type { Loaded } from './part'
import { commitOf, shownCriterion } from './proven'
import { threadsOf } from './review-threads'

/**
 * Builds the model that every view shows.
 *
 * @param loaded what was read; nothing else decides what a report says
 * @param partOf what only its workflow knows
 */
export function reportOf(loaded: Loaded, partOf: Reporting['partOf']): WorkReport {
  const { workflow, work, folder, isArchived, id, state, stateTitle, phase, story, findings, next } = loaded
  const part = partOf({ ...loaded, shown: loaded.rows.map((row) => shownCriterion(row, isArchived)) })
  const { title, criteria, tasks } = part
  const threads = threadsOf(loaded.files)
  const byHand = [...part.byHand, ...story.byHand].toSorted(byTime)
  return {
    workflow,
    work,
    title: title.trim() || work,
    folder,
    isArchived,
    id: id ?? null,
    state,
    stateTitle,
    phase,
    verdict: verdictOf(loaded, part),
    criteria,
    tasks: tasks.slice(-most.tasks),
    threads: threads.slice(-most.threads),
    byHand: byHand.slice(-most.byHand),
    findings: findings.slice(0, most.findings),
    way: story.way,
    next,
    leftOut: {
      tasks: Math.max(0, tasks.length - most.tasks),
      threads: Math.max(0, threads.length - most.threads),
      byHand: story.leftOut.byHand + Math.max(0, byHand.length - most.byHand),
      findings: Math.max(0, findings.length - most.findings),
      edges: story.leftOut.edges,
      recent: story.leftOut.recent,
    },
  }
}

/** What the record has no time for comes first. */
const byTime = ({ time: one = '' }: Decision, { time: other = '' }: Decision): number =>
  one === other ? 0 : one < other ? -1 : 1

const verbs = {
  criteria: ['criterion', 'met', 'proven'],
  phases: ['phase', 'approved', 'by the developer'],
  tasks: ['task', 'done', 'proven'],
  items: ['item', 'built', 'proven'],
} as const

function verdictOf({ isGoal, isArchived, stateTitle }: Loaded, part: ReportPart): Verdict {
  const { counted, total, met, proven, rest, isStopped } = part
  const isComplete = isGoal && !isStopped && met === total
  const commit = proven > 0 ? commitOf(part.criteria) : undefined
  const head = isComplete
    ? 'Complete'
    : isStopped
      ? 'Stopped'
      : isArchived
        ? 'Archived before it was complete'
        : 'Not complete'
  const [one, done, strong] = verbs[counted]
  const at = commit ? ` at ${commit.slice(0, 7)}` : ''
  const share = proven > 0 ? `, ${proven === met ? (met === 1 ? '' : 'all ') : `${proven} of them `}${strong}${at}` : ''
  const counts =
    total === 0 ? `there is no ${one} yet` : `${met} of ${total} ${total === 1 ? one : counted} ${done}${share}`
  const others = isComplete ? [] : [...rest, ...(isStopped ? [] : [`state: ${stateTitle}`])]
  return {
    isComplete,
    text: [`${head}: ${counts}`, ...others].join('; '),
    counted,
    total,
    met,
    proven,
    ...(commit && { commit }),
  }
}

import type {
  Decision,
  ReportedCriterion,
  ReportedRun,
  Reporting,
  ReportPart,
  ReportSource,
  ShownCriterion,
} from '../flows/reporting'
import { countsOf as standingsText } from '../proof/criteria/counts'
import { type ProofRow, type RunOfCommand, resultOf } from '../proof/proof-table'
import { most, type NextWord, type Verdict, type WorkReport } from './model'
import { threadsOf } from './review-threads'
import type { Story } from './story'

/** Everything that a report is made of, as it was read. */
export interface Loaded extends Omit<ReportSource, 'shown'> {
  readonly workflow: string
  readonly work: string
  readonly isArchived: boolean
  readonly id?: string
  readonly stateTitle: string
  readonly isGoal: boolean
  /** What commands can show, with their proofs. */
  readonly rows: readonly ProofRow[]
  readonly story: Story
  readonly findings: WorkReport['findings']
  readonly next: readonly NextWord[]
}

/** Builds the model that every view shows; `partOf` knows what only its workflow knows. */
export function reportOf(loaded: Loaded, partOf: Reporting['partOf']): WorkReport {
  const { context: _, files, isGoal: __, rows, story, findings, ...known } = loaded
  const part = partOf({ ...loaded, shown: rows.map((row) => shownCriterion(row, known.isArchived)) })
  const { title, criteria, tasks } = part
  const threads = threadsOf(files)
  const byHand = [...part.byHand, ...story.byHand].toSorted(byTime)
  return {
    ...known,
    title: title.trim() || known.work,
    id: known.id ?? null,
    verdict: verdictOf(loaded, part),
    criteria,
    tasks: tasks.slice(-most.tasks),
    threads: threads.slice(-most.threads),
    byHand: byHand.slice(-most.byHand),
    findings: findings.slice(0, most.findings),
    way: story.way,
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
  const at = commit ? ` at ${commit.slice(0, 7)}` : ''
  const counts = counted === 'criteria' ? criteriaText(part, at) : shareText(counted, part, at)
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

/** `2 proven · 1 claimed, proven at 1a2b3c4`. */
function criteriaText({ criteria, total }: ReportPart, at: string): string {
  if (total === 0) return 'there is no criterion yet'
  const found = criteria.slice(0, total).flatMap(({ standing }) => (standing === 'agreed' ? [] : [standing]))
  return `${standingsText(found)}${at && `, proven${at}`}`
}

function shareText(counted: keyof typeof verbs, { total, met, proven, counts }: ReportPart, at: string): string {
  const [one, done, strong] = verbs[counted]
  if (total === 0) return `there is no ${one} yet`
  const share = counts
    ? `: ${counts}`
    : proven > 0
      ? `, ${proven === met ? (met === 1 ? '' : 'all ') : `${proven} of them `}${strong}${at}`
      : ''
  return `${met} of ${total} ${total === 1 ? one : counted} ${done}${share}`
}

/** @param isArchived whether what lies here has gone on since, so that freshness says nothing */
function shownCriterion(
  { criterion, isAlways, standing, isDone, runs }: ProofRow,
  isArchived: boolean,
): ShownCriterion {
  const reported: ReportedCriterion = {
    text: criterion.text,
    standing,
    isMet: isDone,
    byDeveloper: criterion.byDeveloper,
    evidence: isAlways ? 'asked by the settings' : criterion.faults.map(({ message }) => message).join(' '),
    commands: runs.map((run) => runOf(run, isArchived)),
  }
  return { ...(criterion.id !== undefined && { id: criterion.id }), isAlways, criterion: reported }
}

function runOf({ command, last }: RunOfCommand, isArchived: boolean): ReportedRun {
  const { text, folder } = command
  if (!last) return { command: text, folder, result: 'never ran', outcome: null, isFresh: null }
  const { outcome, time, ms, head, isFresh } = last
  return {
    command: text,
    folder,
    result: resultOf(command, last),
    outcome,
    time,
    ms,
    ...(typeof head === 'string' && { commit: head }),
    isFresh: isArchived ? null : isFresh,
  }
}

/** @returns the commit at which the last of what is proven was proven */
const commitOf = (criteria: readonly ReportedCriterion[]): string | undefined =>
  criteria
    .filter(({ standing }) => standing === 'proven' || standing === 'passed')
    .flatMap(({ commands }) => commands)
    .filter(({ commit }) => commit !== undefined)
    .toSorted((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1))
    .at(-1)?.commit

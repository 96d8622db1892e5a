import type { ProofRow, RunOfCommand } from '../proof/proof-rows'
import { resultOf } from '../proof/status/run-text'
import { textBlocks } from '../text/blocks/block'
import { isNothing } from '../text/markdown/open-lines'
import { countOf } from '../text/markdown-parts'
import { minuteOf } from '../text/time'
import { countsOf as standingsText } from '../workflow/criteria/counts'
import { atText, seenText } from '../workflow/criteria/files-at'
import { expectedOf } from '../workflow/criteria/planned-command'
import type { Proof } from '../workflow/criteria/status'
import { weaknessOf } from '../workflow/criteria/weak-expectation'
import type {
  ReportedCriterion,
  ReportedDecision,
  ReportedRun,
  ReportedTask,
  Reporting,
  ReportPart,
  ReportSource,
  ShownCriterion,
} from '../workflow/reporting'
import type { Ending } from '../workflow/turn'
import { type LeftOut, most, type Verdict, type WorkReport } from './model'
import { byCriterion } from './report-words'
import { reviewsIn, threadsIn } from './review-threads'
import type { Story } from './story'

/** Everything that a report is made of, as it was read. */
export interface Loaded extends Omit<ReportSource, 'shown'>, Pick<WorkReport, Known> {
  readonly id?: string
  readonly isGoal: boolean
  readonly ending?: Ending | undefined
  /** What commands can show, with their proofs. */
  readonly rows: readonly ProofRow[]
  readonly story: Story
  /** The last lines that a run of a command printed, if they are kept here. */
  readonly printed: (known: ProofRow['known'], index: number, sha256: string) => readonly string[]
}

type Known = 'workflow' | 'work' | 'isArchived' | 'stateTitle' | 'changed' | 'changes' | 'findings' | 'granted' | 'next'

/** Builds the model that every view shows; `partOf` knows what only its workflow knows. */
export function reportOf(loaded: Loaded, partOf: Reporting['partOf']): WorkReport {
  const { context: _, files, isGoal: __, ending: ___, rows, story, findings, printed, changes, ...known } = loaded
  const shown = rows.map((row) => shownCriterion(row, known.isArchived, printed))
  const part = partOf({ ...loaded, shown })
  const { title, criteria, tasks } = part
  const reviews = reviewsIn(files)
  const threads = reviews.flatMap(({ comments, results }) => threadsIn(comments, results))
  const byHand = [...(part.byHand ?? []), ...story.byHand].toSorted(byTime)
  return {
    ...known,
    title: title.trim() || known.work,
    id: known.id ?? null,
    verdict: verdictOf(loaded, part, shown),
    criteria,
    tasks: tasks.slice(-most.tasks),
    notSolved: notSolvedIn(tasks, reviews),
    threads: threads.slice(-most.threads),
    changes: changes && {
      ...changes,
      commits: changes.commits.slice(0, most.commits),
      files: changes.files.slice(0, most.files),
    },
    byHand: byHand.slice(-most.byHand),
    findings: findings.slice(0, most.findings),
    way: story.way,
    leftOut: {
      ...story.leftOut,
      byHand: story.leftOut.byHand + beyond('byHand', byHand),
      tasks: beyond('tasks', tasks),
      threads: beyond('threads', threads),
      commits: beyond('commits', changes?.commits),
      files: beyond('files', changes?.files),
      findings: beyond('findings', findings),
    },
  }
}

/** How many of a list are left out. */
const beyond = (what: keyof LeftOut, { length }: readonly unknown[] = []): number => Math.max(0, length - most[what])

/** What the record has no time for comes first. */
const byTime = ({ time: one = '' }: ReportedDecision, { time: other = '' }: ReportedDecision): number =>
  one === other ? 0 : one < other ? -1 : 1

const verbs = {
  phases: ['phase', 'approved', 'by the developer'],
  tasks: ['task', 'done', 'proven'],
  items: ['item', 'built', 'proven'],
} as const

function verdictOf(
  { isGoal, ending, isArchived, stateTitle, changed }: Loaded,
  part: ReportPart,
  shown: readonly ShownCriterion[],
): Verdict {
  const { counted, total, met, proven, rest } = part
  const isComplete = isGoal && !ending && met === total
  const { place, at } = provenAt(shown)
  const isPast = isGoal && !ending && !isComplete
  const isStale = part.criteria.every(({ isMet, standing }) => isMet || standing === 'stale')
  const heads: readonly (readonly [isSo: boolean, head: string])[] = [
    [isComplete, 'Complete'],
    [isPast && isStale, 'Complete for other files than these'],
    [isPast, 'Not complete, though its state says so'],
    [ending !== undefined, ending === 'planned' ? 'Planned' : 'Given up'],
    [isArchived, 'Archived before it was complete'],
  ]
  const [, head] = heads.find(([isSo]) => isSo) ?? [true, 'Not complete']
  const counts = counted === 'criteria' ? criteriaText(part, at, isGoal) : shareText(counted, part, at, isGoal)
  const open = isComplete ? [] : [...rest, ...(ending || isPast ? [] : [`state: ${stateTitle}`])]
  const others = [
    ...(changed.length > 0
      ? [`${countOf(byCriterion(changed).length, 'criterion was', 'criteria were')} changed`]
      : []),
    ...open,
  ]
  return {
    isComplete,
    text: [`${head}: ${counts}`, ...others].join('; '),
    counted,
    total,
    met,
    proven,
    ...place,
  }
}

/** At its end nothing is to come. */
const none = (one: string, isGoal: boolean): string => `there is no ${one}${isGoal ? '' : ' yet'}`

/** `2 proven · 1 claimed, at 1a2b3c4`; `2 proven; files not committed yet, on top of 1a2b3c4`. */
function criteriaText({ criteria, total }: ReportPart, at: string, isGoal: boolean): string {
  if (total === 0) return none('criterion', isGoal)
  const found = criteria.slice(0, total).flatMap(({ standing }) => (standing === 'agreed' ? [] : [standing]))
  return `${standingsText(found)}${at}`
}

function shareText(
  counted: keyof typeof verbs,
  { total, met, proven, counts }: ReportPart,
  at: string,
  isGoal: boolean,
): string {
  const [one, done, strong] = verbs[counted]
  if (total === 0) return none(one, isGoal)
  const share = counts
    ? `: ${counts}${at}`
    : proven > 0
      ? `, ${proven === met ? (met === 1 ? '' : 'all ') : `${proven} of them `}${strong}`
      : ''
  return `${met} of ${total} ${total === 1 ? one : counted} ${done}${share}`
}

/** @param isArchived whether what is here has gone on since, so that freshness says nothing */
function shownCriterion(
  { criterion, isAlways, standing, isDone, known, runs, seen }: ProofRow,
  isArchived: boolean,
  printed: Loaded['printed'],
): ShownCriterion {
  const reported: ReportedCriterion = {
    text: criterion.text,
    standing,
    isMet: isDone,
    byDeveloper: criterion.byDeveloper,
    evidence: isAlways
      ? 'asked by the settings'
      : seen && standing !== 'claimed'
        ? lookedText(seen)
        : criterion.faults.map(({ message }) => message).join(' '),
    commands: runs.map((run, index) => ({
      ...runOf(run, isArchived),
      ...outputOf(printed(known, index, run.last?.output ?? '')),
    })),
  }
  return { ...(criterion.id !== undefined && { id: criterion.id }), isAlways, criterion: reported }
}

const lookedText = (seen: Proof): string =>
  ['the developer looked', seenText(seen) && `at ${seenText(seen)}`, minuteOf(seen.time)].filter(Boolean).join(' ')

const outputOf = (output: readonly string[]) => (output.length > 0 ? { output } : {})

function runOf({ command, last }: RunOfCommand, isArchived: boolean): ReportedRun {
  const { text, folder } = command
  const expect = expectedOf(command)
  if (!last) return { command: text, folder, expect, result: 'never ran', outcome: null, isFresh: null }
  const { outcome, time, ms, at, isFresh } = last
  return {
    command: text,
    folder,
    expect,
    result: [resultOf(command, last), outcome === 'passed' && weaknessOf(command)].filter(Boolean).join(', '),
    outcome,
    time,
    ms,
    ...at,
    isFresh: isArchived ? null : isFresh,
  }
}

/** Which commit has the files that commands passed on; if there are several, that of the last one. */
function provenAt(shown: readonly ShownCriterion[]): {
  readonly place: Pick<Verdict, 'commit' | 'onTopOf'>
  readonly at: string
} {
  const runs = shown
    .filter(({ criterion: { standing } }) => standing === 'proven' || standing === 'passed')
    .flatMap(({ criterion }) => criterion.commands)
    .toSorted((one, other) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1))
  const { commit, onTopOf, isFresh = null } = runs.at(-1) ?? {}
  const place = { ...(commit !== undefined && { commit }), ...(onTopOf !== undefined && { onTopOf }) }
  const beside = [...new Set(runs.flatMap((run) => run.beside ?? []))]
  const text = atText({ ...place, ...(beside.length > 0 && { beside }) }, isFresh)
  const isOne = runs.every((run) => run.commit === commit && run.onTopOf === onTopOf)
  return { place, at: commit ? `,${isOne ? '' : ' the last one'}${text}` : text }
}

/**
 * @returns what the results of the newest task, and those of the newest review, list under “Not Solved”, each once: what those of an
 *   older one list, a later one may have solved
 */
const notSolvedIn = (tasks: readonly ReportedTask[], reviews: readonly { readonly results: string }[]): string[] => [
  ...new Set([tasks.at(-1)?.achieved, reviews.at(-1)?.results].flatMap((results = '') => listedIn(results))),
]

function listedIn(results: string): string[] {
  const blocks = textBlocks(results)
  const first = blocks.findIndex(({ kind, text }) => kind === 'heading' && text.trim().toLowerCase() === 'not solved')
  if (first < 0) return []
  const rest = blocks.slice(first + 1)
  const end = rest.findIndex(({ kind }) => kind === 'heading')
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .flatMap(({ kind, text }) => (kind === 'code' || isNothing(text) ? [] : [text]))
}

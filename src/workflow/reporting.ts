import type { Context } from '../engine/definition'
import type { Standing } from './criteria/counts'
import type { FilesAt } from './criteria/files-at'
import type { Outcome } from './criteria/status'
import type { PastStep } from './transition'
import type { WorkPhase } from './workflow-entry'

/** `agreed`: a plan only agrees on it. */
export type CriterionStanding = Standing | 'agreed'

export interface ReportedCriterion {
  readonly text: string
  readonly standing: CriterionStanding
  readonly isMet: boolean
  /** Whether only the developer can say that it is met. */
  readonly byDeveloper: boolean
  /** What else is said of it; empty if nothing is. */
  readonly evidence: string
  readonly commands: readonly ReportedRun[]
}

export interface ReportedRun extends FilesAt {
  readonly command: string
  readonly folder: string
  /** What has to come of it besides exit 0, as its plan says it. */
  readonly expect: readonly string[]
  /** What came of it, in words: `passed, 12 tests`. */
  readonly result: string
  /** How it last ended; null if it never ran. */
  readonly outcome: Outcome | null
  readonly time?: string
  readonly ms?: number
  /** Whether that was for the files that are here now; null if it never ran, or for an archive. */
  readonly isFresh: boolean | null
  /** The last lines that it printed; absent if this clone does not have them. */
  readonly output?: readonly string[]
}

export type TaskStatus = 'done' | 'doing' | 'open' | 'failed' | 'unfinished' | 'skipped' | 'stale'

export interface ReportedTask {
  /** How others name it that depend on it, and what it depends on; absent for what is in no task graph. */
  readonly id?: string
  readonly dependsOn?: readonly string[]
  readonly name: string
  /** Of a task graph the wave. */
  readonly group: string
  readonly status: TaskStatus
  /** Markdown of an agent, or of the program; empty if there is none. */
  readonly achieved: string
  /** The file that has all of it, relative to the root. */
  readonly path?: string
  readonly time?: string
}

export type DecisionKind =
  | 'override'
  | 'undo'
  | 'repair'
  | 'merge'
  | 'unattended'
  | 'edit'
  | 'note'
  | 'approval'
  | 'decision'

export interface ReportedDecision {
  readonly kind: DecisionKind
  readonly text: string
  /** Who decided; `unknown` if the record does not say. */
  readonly by: 'developer' | 'agent' | 'passed on' | 'setting' | 'program' | 'unknown'
  /** The words of who decided; empty if there are none. */
  readonly said: string
  readonly time?: string
}

/** What a workflow makes its part of a report of. */
export interface ReportSource {
  readonly folder: string
  readonly state: string
  readonly phase: WorkPhase
  readonly context: Context
  /** The texts of its files, by their paths in its folder. */
  readonly files: Readonly<Record<string, string>>
  /** What commands can show, with what came of them. */
  readonly shown: readonly ShownCriterion[]
  /** What its history has of decisions. */
  readonly story: { readonly byHand: readonly ReportedDecision[] }
}

export interface ShownCriterion {
  /** How the workflow itself calls it; absent for one of a plan. */
  readonly id?: string
  /** Whether the settings ask for it, and not the plan. */
  readonly isAlways: boolean
  readonly criterion: ReportedCriterion
}

/** What only the workflow knows of a piece of work. */
export interface ReportPart {
  readonly title: string
  readonly criteria: readonly ReportedCriterion[]
  readonly tasks: readonly ReportedTask[]
  /** Decisions that its history does not have. */
  readonly byHand?: readonly ReportedDecision[]
  /** What a verdict counts. */
  readonly counted: 'criteria' | 'phases' | 'tasks' | 'items'
  readonly total: number
  readonly met: number
  readonly proven: number
  /** How many tasks stand where, in words; absent for what counts criteria or phases. */
  readonly counts?: string
  /** What else the verdict says of what is not met: `1 open`. */
  readonly rest: readonly string[]
}

/** An entry of the history, as a workflow reads a decision out of it. */
interface RecordedStep extends Pick<PastStep, 'about'> {
  /** `FROM → TO`. */
  readonly transition: string
  readonly trigger: string
  /** How the developer's word for it is known. */
  readonly word?: string
  readonly note?: string
}

/** What a workflow says of a step that someone decided; nothing for any other. */
export type DecisionIn = (step: RecordedStep) => Pick<ReportedDecision, 'kind' | 'text' | 'by' | 'said'> | undefined

export interface Reporting {
  readonly partOf: (source: ReportSource) => ReportPart
  readonly decisionIn: DecisionIn
  /** What its map shows (default: each state, in one frame). */
  readonly map?: MapPlan
}

/** A step that the table allows, whatever the facts. */
export interface TableStep {
  readonly on: string
  readonly from: string
  readonly to: string
}

/** What a reader of a workflow's map wants to see. */
export interface MapPlan {
  readonly phases: readonly string[]
  readonly phaseOf: (box: string) => number
  /** The state whose box has this one, too, or one box in each of several frames; undefined for a state that needs no box. */
  readonly boxOf: (state: string) => string | readonly string[] | undefined
  /** The titles of boxes that are not named by a state (default: the title of the state). */
  readonly titles?: Readonly<Record<string, string>>
  /** Whether a box comes first in its phase; the others follow in the order of the table. */
  readonly isFirst?: (box: string) => boolean
  /** Whether a step is drawn: what is possible nearly everywhere, or rarely, would hide the rest (default: yes). */
  readonly isDrawn?: (step: TableStep) => boolean
}

/** @returns the part of a report that a plan has: its criteria, and how many of them are met, without what the settings ask for */
export const partOfPlan = (shown: readonly ShownCriterion[]) => ({
  criteria: shown.map(({ criterion }) => criterion),
  ...countsOf(shown.filter(({ isAlways }) => !isAlways).map(({ criterion }) => criterion)),
})

/** @returns what a verdict counts of criteria */
export const countsOf = (criteria: readonly ReportedCriterion[]) => ({
  counted: 'criteria' as const,
  total: criteria.length,
  met: criteria.filter((each) => each.isMet).length,
  proven: criteria.filter(({ standing }) => standing === 'proven' || standing === 'passed').length,
  rest: [],
})

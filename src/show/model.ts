import type { Changes } from '../git/changes'
import type { ChangedCriterion } from '../proof/status/changed-criteria'
import type { WordCounts } from '../work/history/word-counts'
import type { FilesAt } from '../workflow/criteria/files-at'
import type { ReportedCriterion, ReportedDecision, ReportedTask, ReportPart } from '../workflow/reporting'
import type { WorkPhase } from '../workflow/workflow-entry'

/**
 * Where a piece of work is, as plain JSON (docs/schemas/report.schema.json). Every view is made of it, and reads no file by
 * itself. Texts are as they were written: each view makes them safe for where it shows them. Times are ISO 8601 in UTC.
 */
export interface WorkReport {
  readonly workflow: string
  /** The name of the piece of work; of an archive that of its folder. */
  readonly work: string
  readonly title: string
  readonly folder: string
  readonly isArchived: boolean
  /** Its id, by which it is known on every branch; null if it has none. */
  readonly id: string | null
  readonly state: string
  readonly stateTitle: string
  readonly phase: WorkPhase
  readonly verdict: Verdict
  readonly criteria: readonly ReportedCriterion[]
  /** Criteria that were changed after they had failed, were stale, or were agreed to. */
  readonly changed: readonly ChangedCriterion[]
  readonly tasks: readonly ReportedTask[]
  /** What the newest results, of a task and of a review, list as not solved. */
  readonly notSolved: readonly string[]
  readonly threads: readonly ReportedThread[]
  /** The newest commits, and the files by their paths; null if this clone cannot tell, or it was not asked. */
  readonly changes: Changes | null
  /** The newest last. */
  readonly byHand: readonly ReportedDecision[]
  /** What `spell check` finds in its record. */
  readonly findings: readonly { readonly rule: string; readonly message: string }[]
  readonly way: PathTaken
  /** How many steps the agent may still go on by the developer's word; absent if it may not. */
  readonly granted?: number
  /** What can be said now, what is likely first; empty for an archive. */
  readonly next: readonly NextWord[]
  /** How many are left out of each list, if any. */
  readonly leftOut: LeftOut
}

/** Its commit has the files on which the last command passed. */
export interface Verdict
  extends Pick<FilesAt, 'commit' | 'onTopOf'>,
    Pick<ReportPart, 'counted' | 'total' | 'met' | 'proven'> {
  readonly isComplete: boolean
  /** One sentence without an end. */
  readonly text: string
}

export interface ReportedThread {
  readonly id: string
  readonly place: string
  /** Only of a thread of GitHub. */
  readonly url?: string
  readonly question: string
  /** What the developer wants to be done; empty if that was not said. */
  readonly decision: string
  /** What the results say of it; empty if they do not name it. */
  readonly answer: string
  readonly isResolved: boolean
}

/** The path taken, steps that were undone included. */
export interface PathTaken {
  readonly steps: number
  /** The commits at which the first and the last step were made; absent before the first commit, or without git. */
  readonly began?: string
  readonly ended?: string
  /** How the developer's word for them is known; absent if none takes one. */
  readonly words?: WordCounts
  /** In the order of the first visit. */
  readonly states: readonly WayState[]
  /** In the order of the first walk. */
  readonly edges: readonly WayEdge[]
  /** The newest steps, the oldest of them first. */
  readonly recent: readonly WayStep[]
}

export interface WayState {
  readonly state: string
  readonly title: string
  readonly visits: number
  readonly first: string
  readonly last: string
}

export interface WayEdge {
  readonly from: string
  readonly to: string
  readonly by: string
  readonly count: number
  readonly last: string
}

export interface WayStep {
  readonly time: string
  readonly by: string
  readonly from: string
  readonly to: string
}

export interface NextWord {
  /** What the developer says: `Accio`, or a command. */
  readonly say: string
  readonly summary: string
  /** The spell or command, as the record names it. */
  readonly event: string
  readonly to: readonly string[]
}

export type LeftOut = Readonly<
  Record<'tasks' | 'threads' | 'commits' | 'files' | 'byHand' | 'findings' | 'edges' | 'recent', number>
>

/** The most items of each list: a page can be read, and stays small. */
export const most: LeftOut = {
  tasks: 200,
  threads: 200,
  commits: 30,
  files: 100,
  byHand: 100,
  findings: 50,
  edges: 400,
  recent: 50,
}

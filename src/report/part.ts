import type { Context } from '../engine/definition'
import type { WorkPhase } from '../flows/flow'
import type { ProofRow } from '../proof/proof-table'
import type { Counted, Decision, NextWord, ReportedCriterion, ReportedTask, ReportedThread, WorkReport } from './model'
import type { Story } from './story'

/** Everything that a report is made of, as it was read. */
export interface Loaded {
  readonly workflow: string
  readonly work: string
  readonly folder: string
  readonly isArchived: boolean
  readonly id?: string
  readonly state: string
  readonly stateTitle: string
  readonly phase: WorkPhase
  /** Whether the goal of the workflow is reached. */
  readonly isGoal: boolean
  readonly context: Context
  /** The texts of its files, by their paths in its folder. */
  readonly files: Readonly<Record<string, string>>
  /** What commands can show, with their proofs. */
  readonly rows: readonly ProofRow[]
  readonly story: Story
  readonly findings: WorkReport['findings']
  readonly next: readonly NextWord[]
}

/** What only the workflow knows. */
export interface Part {
  readonly title: string
  readonly criteria: readonly ReportedCriterion[]
  readonly tasks: readonly ReportedTask[]
  readonly threads: readonly ReportedThread[]
  /** Decisions that its history does not have. */
  readonly byHand: readonly Decision[]
  readonly counted: Counted
  readonly total: number
  readonly met: number
  readonly proven: number
  /** What else the verdict says of what is not met: `1 open`. */
  readonly rest: readonly string[]
  /** Whether it ended before its goal, on purpose. */
  readonly isStopped: boolean
}

/** The first text of a Markdown document that a report has, in characters. */
export const mostOfText = 4_000

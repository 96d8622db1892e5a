import type { ReportSource } from '../flows/reporting'
import type { ProofRow } from '../proof/proof-table'
import type { NextWord, WorkReport } from './model'
import type { Story } from './story'

/** Everything that a report is made of, as it was read. */
export interface Loaded extends Omit<ReportSource, 'shown'> {
  readonly workflow: string
  readonly work: string
  readonly isArchived: boolean
  readonly id?: string
  readonly stateTitle: string
  /** Whether the goal of the workflow is reached. */
  readonly isGoal: boolean
  /** What commands can show, with their proofs. */
  readonly rows: readonly ProofRow[]
  readonly story: Story
  readonly findings: WorkReport['findings']
  readonly next: readonly NextWord[]
}

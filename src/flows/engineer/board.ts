import type { WorkPhase } from '../flow'
import type { State } from './states'

/** The phase of each state, also of those in which the stage before continues. A missing file belongs to its phase. */
const phases: Readonly<Record<State, WorkPhase>> = {
  GATHER_NEEDS_CONTEXT: 'planning',
  GATHER_EDITING_CONTEXT: 'planning',
  GATHER_EDITING: 'planning',
  ERROR_CONTEXT_MISSING: 'planning',
  ERROR_PLAN_MISSING: 'planning',
  ACHIEVE_TASK_DRAFTING: 'between',
  ERROR_TASK_MISSING: 'between',
  ACHIEVE_TASK_EXECUTED: 'task',
  ERROR_TASK_RESULTS_MISSING: 'task',
  ACHIEVE_COMPLETE: 'complete',
  PR_GATHERING_COMMENTS_G: 'review',
  PR_GATHERING_COMMENTS_A: 'review',
  PR_REVIEW_TASK_DRAFT_G: 'review',
  PR_REVIEW_TASK_DRAFT_A: 'review',
  PR_APPLIED_PENDING_ARCHIVE_G: 'review',
  PR_APPLIED_PENDING_ARCHIVE_A: 'review',
  PR_CONFIRM_RESTART_COMMENTS_G: 'review',
  PR_CONFIRM_RESTART_COMMENTS_A: 'review',
  PR_CONFIRM_RESTART_TASK_G: 'review',
  PR_CONFIRM_RESTART_TASK_A: 'review',
  ERROR_COMMENTS_MISSING_G: 'review',
  ERROR_COMMENTS_MISSING_A: 'review',
  ERROR_REVIEW_TASK_MISSING_G: 'review',
  ERROR_REVIEW_TASK_MISSING_A: 'review',
  ERROR_REVIEW_TASK_RESULTS_MISSING_G: 'review',
  ERROR_REVIEW_TASK_RESULTS_MISSING_A: 'review',
}

/** @returns the phase of a state on the board */
export const phaseOnBoard = (state: string): WorkPhase => phases[state as State] ?? 'planning'

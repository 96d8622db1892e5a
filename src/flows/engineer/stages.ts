import type { Stage } from '../flow'
import type { State } from './states'

/** The stage of a state. In a state that is not listed, the previous stage continues. */
export const stages: Readonly<Partial<Record<State, Stage>>> = {
  GATHER_NEEDS_CONTEXT: 'planning',
  GATHER_EDITING_CONTEXT: 'planning',
  GATHER_EDITING: 'planning',
  ACHIEVE_TASK_DRAFTING: 'between',
  ACHIEVE_TASK_EXECUTED: 'task',
  ACHIEVE_COMPLETE: 'between',
  PR_APPLIED_PENDING_ARCHIVE_G: 'review',
  PR_APPLIED_PENDING_ARCHIVE_A: 'review',
}

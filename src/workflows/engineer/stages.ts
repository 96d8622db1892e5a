import type { Stage } from '../workflow'
import type { State } from './states'

/** What goes on in a state. In those that are not named, what went on before goes on. */
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

/** The phases of the picture, by what the names of their states begin with. */
export const groups: Readonly<Record<string, string>> = {
  GATHER: 'Gather',
  ACHIEVE: 'Achieve',
  PR: 'Review',
  ERROR: 'A file is missing',
}

import type { Probe } from '../flow'
import { file } from './files'
import type { State } from './states'

const { plan, task, comments, reviewTask } = file

/** The files that a state requires. Results are never among them: the state waits for them. */
export const needs: Readonly<Partial<Record<State, readonly string[]>>> = {
  GATHER_EDITING: [plan],
  ACHIEVE_TASK_DRAFTING: [plan, task],
  ACHIEVE_TASK_EXECUTED: [plan, task],
  ACHIEVE_COMPLETE: [plan],
  PR_GATHERING_COMMENTS_G: [plan, comments],
  PR_GATHERING_COMMENTS_A: [plan, comments],
  PR_REVIEW_TASK_DRAFT_G: [plan, reviewTask],
  PR_REVIEW_TASK_DRAFT_A: [plan, reviewTask],
  PR_APPLIED_PENDING_ARCHIVE_G: [plan],
  PR_APPLIED_PENDING_ARCHIVE_A: [plan],
  PR_CONFIRM_RESTART_COMMENTS_G: [plan, comments],
  PR_CONFIRM_RESTART_COMMENTS_A: [plan, comments],
  PR_CONFIRM_RESTART_TASK_G: [plan, reviewTask],
  PR_CONFIRM_RESTART_TASK_A: [plan, reviewTask],
  ERROR_TASK_MISSING: [plan],
  ERROR_TASK_RESULTS_MISSING: [plan],
  ERROR_COMMENTS_MISSING_G: [plan],
  ERROR_COMMENTS_MISSING_A: [plan],
  ERROR_REVIEW_TASK_MISSING_G: [plan],
  ERROR_REVIEW_TASK_MISSING_A: [plan],
  ERROR_REVIEW_TASK_RESULTS_MISSING_G: [plan],
  ERROR_REVIEW_TASK_RESULTS_MISSING_A: [plan],
}

/**
 * The state that the files imply if nothing else is known: the first existing file decides.
 *
 * @returns the state, and the file that decided; no file if none exists
 */
export function impliedBy(probe: Probe): { state: State; because?: string } {
  const origin = probe[file.task] || probe[file.results] ? 'A' : 'G'
  const order: readonly (readonly [path: string, state: State])[] = [
    [file.reviewResults, `PR_APPLIED_PENDING_ARCHIVE_${origin}`],
    [file.reviewTask, `PR_REVIEW_TASK_DRAFT_${origin}`],
    [file.comments, `PR_GATHERING_COMMENTS_${origin}`],
    [file.results, 'ACHIEVE_TASK_EXECUTED'],
    [file.task, 'ACHIEVE_TASK_DRAFTING'],
    [file.plan, 'GATHER_EDITING'],
    [file.context, 'GATHER_EDITING_CONTEXT'],
  ]
  for (const [because, state] of order) if (probe[because] !== undefined) return { state, because }
  return { state: 'GATHER_NEEDS_CONTEXT' }
}

import type { Probe } from '../../workflow/transition'
import { file } from './files'
import { type State, states } from './states'

const { plan, task, comments, reviewTask } = file

/** What a state requires besides the plan. Results are never among it: the state waits for them. */
const besides: Readonly<Record<string, string>> = {
  ACHIEVE_TASK_DRAFTING: task,
  ACHIEVE_TASK_EXECUTED: task,
  PR_GATHERING_COMMENTS: comments,
  PR_REVIEW_TASK_DRAFT: reviewTask,
  PR_CONFIRM_RESTART_COMMENTS: comments,
  PR_CONFIRM_RESTART_TASK: reviewTask,
}

const early = ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING_CONTEXT', 'ERROR_CONTEXT_MISSING', 'ERROR_PLAN_MISSING']

export const needs: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  states
    .filter((state) => !early.includes(state))
    .map((state) => [state, [plan, besides[state.replace(/_[GA]$/, '')] ?? []].flat()]),
)

/** The state that the files imply if nothing else is known, and the file that decided: the first existing one. */
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

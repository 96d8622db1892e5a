import type { MapPlan } from '../map-plan'

/** A missing file belongs to the state that asks for it; both origins of a review, and both ways into it, look the same. */
const missing: Readonly<Record<string, string>> = {
  ERROR_CONTEXT_MISSING: 'GATHER_EDITING_CONTEXT',
  ERROR_PLAN_MISSING: 'GATHER_EDITING',
  ERROR_TASK_MISSING: 'ACHIEVE_TASK_DRAFTING',
  ERROR_TASK_RESULTS_MISSING: 'ACHIEVE_TASK_EXECUTED',
  ERROR_COMMENTS_MISSING: 'PR_GATHERING_COMMENTS_G',
  ERROR_REVIEW_TASK_MISSING: 'PR_REVIEW_TASK_DRAFT_G',
  ERROR_REVIEW_TASK_RESULTS_MISSING: 'PR_APPLIED_PENDING_ARCHIVE_G',
}

export const mapPlan: MapPlan = {
  phases: ['Gather', 'Achieve', 'Review'],
  phaseOf: (box) => ['GATHER', 'ACHIEVE', 'PR'].indexOf(box.slice(0, box.indexOf('_'))),
  boxOf: (state) =>
    missing[state.replace(/_[GA]$/, '')] ?? state.replace('RESTART_TASK', 'RESTART_COMMENTS').replace(/_A$/, '_G'),
  isFirst: (box) => box.startsWith('PR_CONFIRM'),
  isDrawn: ({ from, to }) => !from.startsWith('ERROR') && !to.startsWith('ERROR'),
}

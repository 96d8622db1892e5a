/** The six spells, in the order in which answers list them. */
export const spells = ['accio', 'expecto', 'reparo', 'reverto', 'finite', 'lumos'] as const
export type Spell = (typeof spells)[number]

/** The states with the origin of the review in their suffix: G for gathering, A for achieving. */
const reviewStates = [
  'PR_GATHERING_COMMENTS',
  'PR_REVIEW_TASK_DRAFT',
  'PR_APPLIED_PENDING_ARCHIVE',
  'PR_CONFIRM_RESTART_COMMENTS',
  'PR_CONFIRM_RESTART_TASK',
] as const
const reviewErrors = [
  'ERROR_COMMENTS_MISSING',
  'ERROR_REVIEW_TASK_MISSING',
  'ERROR_REVIEW_TASK_RESULTS_MISSING',
] as const

export type Origin = 'G' | 'A'
type ReviewState = (typeof reviewStates)[number]
type ReviewError = (typeof reviewErrors)[number]

const fromBoth = <Name extends string>(names: readonly Name[]) =>
  names.flatMap((name) => [`${name}_G`, `${name}_A`] as const)

/** The states that report something missing. */
export const errors = [
  'ERROR_CONTEXT_MISSING',
  'ERROR_PLAN_MISSING',
  'ERROR_TASK_MISSING',
  'ERROR_TASK_RESULTS_MISSING',
  ...fromBoth(reviewErrors),
] as const

/** All 26 states, in the order of the work. */
export const states = [
  'GATHER_NEEDS_CONTEXT',
  'GATHER_EDITING_CONTEXT',
  'GATHER_EDITING',
  'ACHIEVE_TASK_DRAFTING',
  'ACHIEVE_TASK_EXECUTED',
  'ACHIEVE_COMPLETE',
  ...fromBoth(reviewStates),
  ...errors,
] as const
export type State = (typeof states)[number]

/** A state with an open suffix: stands for its G and its A variant. */
export type EitherOrigin = `${ReviewState | ReviewError}_X`

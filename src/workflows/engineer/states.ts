import type { Stage } from '../../workflow/workflow-entry'

export { type SpellName as Spell, spellNames as spells } from './spells'

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

/** @returns what the states of both origins have in common; another state as it is */
export const withoutOrigin = (state: string): string =>
  state.endsWith('_G') || state.endsWith('_A') ? state.slice(0, -2) : state

/** A state with an open suffix: stands for its G and its A variant. */
export type EitherOrigin = `${(typeof reviewStates)[number] | (typeof reviewErrors)[number]}_X`

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

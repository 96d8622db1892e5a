import type { WorkPhase } from '../flow'
import type { State } from './states'

/** The states after the plan, each with that in which its file is missing; all before them are planning. */
const phases: Readonly<Partial<Record<State, WorkPhase>>> = {
  ACHIEVE_TASK_DRAFTING: 'between',
  ERROR_TASK_MISSING: 'between',
  ACHIEVE_TASK_EXECUTED: 'task',
  ERROR_TASK_RESULTS_MISSING: 'task',
  ACHIEVE_COMPLETE: 'complete',
}

/** @returns the phase of a state on the board; those of a review end with the letter of its origin */
export const phaseOnBoard = (state: string): WorkPhase =>
  /_[GA]$/.test(state) ? 'review' : (phases[state as State] ?? 'planning')

import type { WorkPhase } from '../flow'

/** @returns the phase of a state on the board: a plan is planned and reviewed, and complete when it is verified */
export function phaseOnBoard(state: string): WorkPhase {
  if (state === 'verified') return 'complete'
  return state.includes('_awaiting_') ? 'review' : 'planning'
}

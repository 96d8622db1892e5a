import type { WorkPhase } from '../workflow'
import type { State } from './flow'

/** The states after the design; all before them are planning. */
const phases: Readonly<Partial<Record<State, WorkPhase>>> = {
  'ready-to-implement': 'between',
  'clear-pre-execute': 'between',
  'execute-batch': 'task',
  'clear-post-batch': 'between',
  'workflow-complete': 'complete',
  cleanup: 'complete',
  done: 'complete',
}

/** @returns the phase of a state on the board */
export const phaseOnBoard = (state: string): WorkPhase => phases[state as State] ?? 'planning'

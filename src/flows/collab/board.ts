import type { WorkPhase } from '../flow'
import type { Place } from './flow'

/** The states after the design; all before them are planning. */
const phases: Readonly<Partial<Record<Place, WorkPhase>>> = {
  'ready-to-implement': 'between',
  'clear-pre-execute': 'between',
  'execute-batch': 'task',
  'clear-post-batch': 'between',
  'workflow-complete': 'complete',
  cleanup: 'complete',
  done: 'complete',
  stopped: 'complete',
}

/** @returns the phase of a state on the board */
export const phaseOnBoard = (state: string): WorkPhase => phases[state as Place] ?? 'planning'

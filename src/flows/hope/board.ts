import { partsOf } from '../../engine/place'
import type { WorkPhase } from '../flow'
import type { Main } from './states'

/** The states of the main region after the request is understood; all before them are planning. */
const phases: Readonly<Partial<Record<Main, WorkPhase>>> = {
  'loop.decompose': 'between',
  'loop.wave_execution': 'task',
  'loop.stall_detection': 'task',
  'loop.paused': 'task',
  'loop.cancel': 'task',
  'loop.expert_review': 'review',
  'loop.verify_gate': 'review',
  'loop.review_feedback': 'review',
  completed: 'complete',
  ended: 'complete',
}

export const phaseOnBoard = (state: string): WorkPhase => phases[partsOf(state)[1] as Main] ?? 'planning'

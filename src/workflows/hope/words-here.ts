import type { Word } from './payload'
import type { Session } from './session'
import type { Place } from './states'

const here: Readonly<Partial<Record<Place, readonly Word[]>>> = {
  'intent.acknowledge': ['proceed'],
  'intent.clarify': ['proceed'],
  'intent.refine': ['proceed'],
  'intent.echo_check': ['yes', 'edits', 'proceed'],
  'loop.shape_approval': ['yes', 'edit', 'cancel'],
  'loop.stall_detection': ['unblocked', 'failed'],
  'loop.paused': ['continue', 'stop'],
  'loop.review_feedback': ['satisfied', 'new-work'],
}

/** @returns the words with which the question that is open can be answered */
export function wordsHere({ main, purpose, blockers }: Session): readonly Word[] {
  if (main === 'consult') return purpose === 'validate' && blockers.length === 0 ? ['skip'] : []
  return here[main] ?? []
}

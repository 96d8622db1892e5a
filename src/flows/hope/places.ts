import type { Word } from './payload'
import type { Kind } from './schemas'
import type { Session } from './session'
import type { SessionPlace } from './states'

/** What a state of the main region waits for. */
interface Waiting {
  readonly words?: readonly Word[]
  readonly takes?: Kind
}

// biome-ignore format: one state a line
export const places: Readonly<Partial<Record<SessionPlace, Waiting>>> = {
  'intent.acknowledge': { words: ['proceed'] },
  'intent.clarify': { words: ['proceed'] },
  'intent.echo_check': { words: ['yes', 'edits', 'proceed'] },
  'intent.emit_brief': { takes: 'brief' },
  'shape.extract': { takes: 'shape' },
  'shape.synthesize': { takes: 'shape' },
  'loop.spec_scoring': { takes: 'shape' },
  'loop.shape_approval': { words: ['yes', 'edit', 'cancel'] },
  'loop.decompose': { takes: 'items' },
  'loop.wave_execution': { takes: 'items' },
  'loop.stall_detection': { words: ['unblocked', 'failed'] },
  'loop.expert_review': { takes: 'review' },
  'loop.review_feedback': { words: ['satisfied', 'new-work'] },
  'loop.paused': { words: ['continue', 'stop'] },
}

/** @returns the possible answers to the open question */
export function wordsHere({ main, purpose, blockers }: Session): readonly Word[] {
  if (main === 'consult') return purpose === 'validate' && blockers.length === 0 ? ['skip'] : []
  return places[main]?.words ?? []
}

import { partsOf } from '../../engine/place'
import type { Turn } from '../flow'
import { agent, done, you } from '../turn'
import type { Word } from './payload'
import type { Kind } from './schemas'
import type { Session } from './session'
import type { SessionPlace } from './states'

/** What a state of the main region waits for. */
interface Waiting {
  /** Whose turn it is once the agent has done what the answer asks: it asks its questions first. */
  readonly turn: Turn
  readonly words?: readonly Word[]
  readonly takes?: Kind
}

const answering = you("answer the agent's questions")

// biome-ignore format: one state a line
export const places: Readonly<Partial<Record<SessionPlace, Waiting>>> = {
  user_need: { turn: you('run `spell hope start "…"`') },
  'intent.acknowledge': { turn: answering, words: ['proceed'] },
  'intent.clarify': { turn: answering, words: ['proceed'] },
  'intent.echo_check': { turn: you('say **yes**, or what is different'), words: ['yes', 'edits', 'proceed'] },
  'intent.emit_brief': { turn: agent('writing the brief'), takes: 'brief' },
  'shape.extract': { turn: agent('looking for the shape'), takes: 'shape' },
  'shape.synthesize': { turn: agent('writing the shape'), takes: 'shape' },
  consult: { turn: agent('having it reviewed') },
  'loop.spec_scoring': { turn: agent('scoring what is wanted'), takes: 'shape' },
  'loop.shape_approval': { turn: you('say **yes**, **edit** or **cancel**'), words: ['yes', 'edit'] },
  'loop.decompose': { turn: agent('splitting the work into items'), takes: 'items' },
  'loop.wave_execution': { turn: agent('working on the items'), takes: 'items' },
  'loop.stall_detection': { turn: you('say **unblocked** or **failed**, once a way was tried'), words: ['unblocked', 'failed'] },
  'loop.expert_review': { turn: agent('having the work reviewed'), takes: 'review' },
  'loop.review_feedback': { turn: you('say **satisfied** or **new-work**'), words: ['satisfied', 'new-work'] },
  'loop.paused': { turn: you('say **continue** or **cancel**'), words: ['continue'] },
  completed: { turn: done },
  ended: { turn: done },
}

/** @returns who acts next, as the developer reads it: a consultation comes before the work that waits for it */
export function turnIn(state: string, { main, purpose }: Session): Turn {
  const [soul, , service = ''] = partsOf(state)
  if (service.startsWith('consult.')) return agent('consulting')
  if (soul === 'soul.ask_engagement' && (main === 'user_need' || main.startsWith('intent.')))
    return you('say **Autonomous**, **Collaborative** or **Guided**')
  if (main === 'consult' && purpose === 'explore') return agent('exploring ways')
  return places[main]?.turn ?? agent('working on the items')
}

/** @returns the possible answers to the open question */
export function wordsHere({ main, purpose, blockers }: Session): readonly Word[] {
  if (main === 'consult') return purpose === 'validate' && blockers.length === 0 ? ['skip'] : []
  return places[main]?.words ?? []
}

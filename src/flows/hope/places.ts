import { partsOf } from '../../engine/place'
import type { Turn } from '../flow'
import { agent, done, you } from '../turn'
import { readyItems } from './formulas'
import type { Word } from './payload'
import type { Kind } from './schemas'
import type { Session } from './session'
import type { SessionPlace } from './states'

/** What a state of the main region waits for. */
interface Waiting {
  /** The developer answers questions; the agent does everything else. */
  readonly by: 'ai' | 'human'
  /** Without `spell hope`. */
  readonly command: string
  /** Whose turn it is once the agent has done what the answer asks: it asks its questions first. */
  readonly turn: Turn
  readonly words?: readonly Word[]
  readonly takes?: Kind
}

const score = 'score --outcome N --scope N --constraints N --success N --done N'
const begin: Waiting = { by: 'human', command: 'start "…"', turn: you('run `spell hope start "…"`') }
const answering = you("answer the agent's questions")

/** In states that are not listed, the items decide what comes next. */
// biome-ignore format: one state a line
export const places: Readonly<Partial<Record<SessionPlace, Waiting>>> = {
  user_need: begin,
  'intent.acknowledge': { by: 'ai', command: score, turn: answering, words: ['proceed'] },
  'intent.clarify': { by: 'ai', command: score, turn: answering, words: ['proceed'] },
  'intent.echo_check': { by: 'human', command: 'answer yes', turn: you('say **yes**, or what is different'), words: ['yes', 'edits', 'proceed'] },
  'intent.refine': { by: 'ai', command: score, turn: answering, words: ['proceed'] },
  'intent.emit_brief': { by: 'ai', command: 'submit brief.md', turn: agent('writing the brief'), takes: 'brief' },
  'shape.extract': { by: 'ai', command: 'consult panel "…"', turn: agent('looking for the shape'), takes: 'shape' },
  'shape.synthesize': { by: 'ai', command: 'submit shape.md', turn: agent('writing the shape'), takes: 'shape' },
  consult: { by: 'ai', command: 'consult panel "…"', turn: agent('having it reviewed') },
  'loop.spec_scoring': { by: 'ai', command: 'score --reuse', turn: agent('scoring what is wanted'), takes: 'shape' },
  'loop.shape_approval': { by: 'human', command: 'answer yes', turn: you('say **yes**, **edit** or **cancel**'), words: ['yes', 'edit', 'cancel'] },
  'loop.decompose': { by: 'ai', command: 'submit items.md', turn: agent('splitting the work into items'), takes: 'items' },
  'loop.stall_detection': { by: 'ai', command: 'consult unblock "…"', turn: agent('looking for a way out'), words: ['unblocked', 'failed'] },
  'loop.expert_review': { by: 'ai', command: 'submit review.md', turn: agent('having the work reviewed'), takes: 'review' },
  'loop.review_feedback': { by: 'human', command: 'answer satisfied', turn: you('say **satisfied** or **new-work**'), words: ['satisfied', 'new-work'] },
  'loop.paused': { by: 'human', command: 'answer continue', turn: you('say **continue** or **stop**'), words: ['continue', 'stop'] },
  completed: { ...begin, turn: done },
  ended: { ...begin, turn: done },
}

export interface Next {
  readonly by: 'ai' | 'human' | null
  readonly command: string | null
}

/** @returns the next action; parallel regions come before the main one, as they wait for an answer */
export function nextOf(state: string, { main, items, purpose }: Session): Next {
  const [soul, , service = ''] = partsOf(state)
  const is = (by: Next['by'], command?: string): Next => ({ by, command: command ? `spell hope ${command}` : null })
  if (service === 'consult.explore') return is('ai', 'consult done --pick "…"')
  if (service.startsWith('consult.')) return is('ai', 'consult done')
  if (soul === 'soul.ask_engagement' && main === 'user_need') return is('human', 'engage')
  if (main === 'loop.wave_execution' || main === 'loop.cancel') {
    const ids = readyItems(items).map(({ id }) => id)
    return is('ai', `wave --done ${ids.join(',')}`)
  }
  if (main === 'consult' && purpose === 'explore') return is('ai', 'consult explore "…"')
  const { by = null, command } = places[main] ?? {}
  return is(by, command)
}

/** @returns who acts next, as the developer reads it: a consultation comes before the work that waits for it */
export function turnIn(state: string, { main, purpose }: Session): Turn {
  const [soul, , service = ''] = partsOf(state)
  if (service.startsWith('consult.')) return agent('consulting')
  if (soul === 'soul.ask_engagement' && main === 'user_need')
    return you('say **Autonomous**, **Collaborative** or **Guided**')
  if (main === 'consult' && purpose === 'explore') return agent('exploring ways')
  return places[main]?.turn ?? agent('working on the items')
}

/** @returns the possible answers to the open question */
export function wordsHere({ main, purpose, blockers }: Session): readonly Word[] {
  if (main === 'consult') return purpose === 'validate' && blockers.length === 0 ? ['skip'] : []
  return places[main]?.words ?? []
}

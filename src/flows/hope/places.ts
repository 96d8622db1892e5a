import { partsOf } from '../../engine/place'
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
  readonly words?: readonly Word[]
  readonly takes?: Kind
}

export const score = 'score --outcome N --scope N --constraints N --success N --done N'
const begin: Waiting = { by: 'human', command: 'start "…"' }

// biome-ignore format: one state a line
export const places: Readonly<Partial<Record<SessionPlace, Waiting>>> = {
  user_need: begin,
  'intent.acknowledge': { by: 'ai', command: score, words: ['proceed'] },
  'intent.clarify': { by: 'ai', command: score, words: ['proceed'] },
  'intent.echo_check': { by: 'human', command: 'answer yes', words: ['yes', 'edits', 'proceed'] },
  'intent.emit_brief': { by: 'ai', command: 'submit brief.md', takes: 'brief' },
  'shape.extract': { by: 'ai', command: 'consult panel "…"', takes: 'shape' },
  'shape.synthesize': { by: 'ai', command: 'submit shape.md', takes: 'shape' },
  consult: { by: 'ai', command: 'consult panel "…"' },
  'loop.spec_scoring': { by: 'ai', command: 'score --reuse', takes: 'shape' },
  'loop.shape_approval': { by: 'human', command: 'answer yes', words: ['yes', 'edit', 'cancel'] },
  'loop.decompose': { by: 'ai', command: 'submit items.md', takes: 'items' },
  'loop.wave_execution': { by: 'ai', command: 'wave --done …', takes: 'items' },
  'loop.stall_detection': { by: 'ai', command: 'consult unblock "…"', words: ['unblocked', 'failed'] },
  'loop.expert_review': { by: 'ai', command: 'submit review.md', takes: 'review' },
  'loop.review_feedback': { by: 'human', command: 'answer satisfied', words: ['satisfied', 'new-work'] },
  'loop.paused': { by: 'human', command: 'answer continue', words: ['continue', 'stop'] },
  completed: begin,
  ended: begin,
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
  const ready = readyItems(items).map(({ id }) => id)
  if (main === 'loop.wave_execution') return is('ai', `wave --done ${ready.join(',')}`)
  if (main === 'consult' && purpose === 'explore') return is('ai', 'consult explore "…"')
  const { by = null, command } = places[main] ?? {}
  return is(by, command)
}

/** @returns the possible answers to the open question */
export function wordsHere({ main, purpose, blockers }: Session): readonly Word[] {
  if (main === 'consult') return purpose === 'validate' && blockers.length === 0 ? ['skip'] : []
  return places[main]?.words ?? []
}

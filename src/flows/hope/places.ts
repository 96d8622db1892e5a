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
  readonly command: string
  readonly words?: readonly Word[]
  readonly takes?: Kind
}

const score = 'spell hope score --outcome N --scope N --constraints N --success N --done N'
const begin: Waiting = { by: 'human', command: 'spell hope start "…"' }

/** In states that are not listed, the items decide what comes next. */
export const places: Readonly<Partial<Record<SessionPlace, Waiting>>> = {
  user_need: begin,
  'intent.acknowledge': { by: 'ai', command: score, words: ['proceed'] },
  'intent.clarify': { by: 'ai', command: score, words: ['proceed'] },
  'intent.echo_check': { by: 'human', command: 'spell hope answer yes', words: ['yes', 'edits', 'proceed'] },
  'intent.refine': { by: 'ai', command: score, words: ['proceed'] },
  'intent.emit_brief': { by: 'ai', command: 'spell hope submit brief.md', takes: 'brief' },
  'shape.extract': { by: 'ai', command: 'spell hope consult panel "…"', takes: 'shape' },
  'shape.synthesize': { by: 'ai', command: 'spell hope submit shape.md', takes: 'shape' },
  consult: { by: 'ai', command: 'spell hope consult panel "…"' },
  'loop.spec_scoring': { by: 'ai', command: 'spell hope score --reuse', takes: 'shape' },
  'loop.shape_approval': { by: 'human', command: 'spell hope answer yes', words: ['yes', 'edit', 'cancel'] },
  'loop.decompose': { by: 'ai', command: 'spell hope submit items.md', takes: 'items' },
  'loop.stall_detection': { by: 'ai', command: 'spell hope consult unblock "…"', words: ['unblocked', 'failed'] },
  'loop.expert_review': { by: 'ai', command: 'spell hope submit review.md', takes: 'review' },
  'loop.verify_gate': { by: 'ai', command: 'spell hope submit verification.md', takes: 'verification' },
  'loop.review_feedback': { by: 'human', command: 'spell hope answer satisfied', words: ['satisfied', 'new-work'] },
  'loop.paused': { by: 'human', command: 'spell hope answer continue', words: ['continue', 'stop'] },
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
  if (service.startsWith('consult.')) {
    return { by: 'ai', command: `spell hope consult done${service === 'consult.explore' ? ' --pick "…"' : ''}` }
  }
  if (soul === 'soul.ask_engagement' && main === 'user_need') return { by: 'human', command: 'spell hope engage' }
  if (main === 'loop.wave_execution' || main === 'loop.cancel') {
    const ids = readyItems(items).map(({ id }) => id)
    return { by: 'ai', command: `spell hope wave --done ${ids.join(',')}` }
  }
  if (main === 'consult' && purpose === 'explore') return { by: 'ai', command: 'spell hope consult explore "…"' }
  const { by = null, command = null } = places[main] ?? {}
  return { by, command }
}

/** @returns the possible answers to the open question */
export function wordsHere({ main, purpose, blockers }: Session): readonly Word[] {
  if (main === 'consult') return purpose === 'validate' && blockers.length === 0 ? ['skip'] : []
  return places[main]?.words ?? []
}

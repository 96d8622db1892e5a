import { partsOf } from '../../engine/place'
import { readyItems } from './formulas'
import type { Session } from './session'

/** Who acts next, and the command that they come to. */
export interface Next {
  readonly by: 'ai' | 'human' | null
  readonly command: string | null
}

const score = 'spell hope score --outcome N --scope N --constraints N --success N --done N'

/** Of the main part; a question is the developer's, the rest is the agent's. */
const commands: Readonly<Record<string, readonly [by: 'ai' | 'human', command: string]>> = {
  user_need: ['human', 'spell hope start "…"'],
  'intent.acknowledge': ['ai', score],
  'intent.clarify': ['ai', score],
  'intent.echo_check': ['human', 'spell hope answer yes'],
  'intent.refine': ['ai', score],
  'intent.emit_brief': ['ai', 'spell hope submit brief.md'],
  'shape.extract': ['ai', 'spell hope consult panel "…"'],
  'shape.synthesize': ['ai', 'spell hope submit shape.md'],
  consult: ['ai', 'spell hope consult panel "…"'],
  'loop.spec_scoring': ['ai', 'spell hope score --reuse'],
  'loop.shape_approval': ['human', 'spell hope answer yes'],
  'loop.decompose': ['ai', 'spell hope submit items.md'],
  'loop.stall_detection': ['ai', 'spell hope consult unblock "…"'],
  'loop.expert_review': ['ai', 'spell hope submit review.md'],
  'loop.verify_gate': ['ai', 'spell hope submit verification.md'],
  'loop.review_feedback': ['human', 'spell hope answer satisfied'],
  'loop.paused': ['human', 'spell hope answer continue'],
  completed: ['human', 'spell hope start "…"'],
  ended: ['human', 'spell hope start "…"'],
}

/** @returns what comes next; what goes on beside the main part comes first, as it waits for an answer */
export function nextOf(state: string, session: Session): Next {
  const [soul = '', main = '', service = ''] = partsOf(state)
  if (service.startsWith('consult.')) {
    return { by: 'ai', command: `spell hope consult done${service === 'consult.explore' ? ' --pick "…"' : ''}` }
  }
  if (service === 'bond.design') return { by: 'ai', command: 'spell hope bond submit blueprint.md' }
  if (service === 'bond.confirm') return { by: 'human', command: 'spell hope bond answer yes' }
  if (soul === 'soul.ask_engagement' && main === 'user_need') return { by: 'human', command: 'spell hope engage' }
  if (main === 'loop.wave_execution' || main === 'loop.cancel') {
    const ids = readyItems(session.items).map(({ id }) => id)
    return { by: 'ai', command: `spell hope wave --done ${ids.join(',')}` }
  }
  if (main === 'consult' && session.purpose === 'explore')
    return { by: 'ai', command: 'spell hope consult explore "…"' }
  const [by, command] = commands[main] ?? [null, null]
  return { by, command }
}

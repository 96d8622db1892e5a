import type { Context } from '../../engine/definition'
import { partsOf } from '../../engine/place'
import type { WorkPhase } from '../flow'
import type { WorkflowEntry } from '../workflow-entry'
import type { Main } from './states'

/** The states of the main region after the request is understood; all before them are planning. */
const phases: Readonly<Partial<Record<Main, WorkPhase>>> = {
  'loop.decompose': 'between',
  'loop.wave_execution': 'task',
  'loop.stall_detection': 'task',
  'loop.paused': 'task',
  'loop.cancel': 'task',
  'loop.expert_review': 'review',
  'loop.review_feedback': 'review',
  completed: 'complete',
  ended: 'complete',
}

async function isNow(which: 'isHardStop' | 'isAtBlocker', state: string, context: Context): Promise<boolean> {
  const session = await import('./session')
  return session[which](session.sessionIn(context, state))
}

export const entry: WorkflowEntry = {
  name: 'hope',
  summary: 'Find out what is wanted and how, then work in waves that are proven',
  choose:
    'you are not sure yet what you want, or want your agent to work on its own for longer, with a check at every gate',
  begin: 'spell hope start "…"',
  look: () => 'spell hope status',
  called: 'session',
  folder: '.ai/hope',
  phaseOnBoard: (state) => phases[partsOf(state)[1] as Main] ?? 'planning',
  atGoal: 'completed',
  reserved: [
    { words: 'engage --force', because: 'changes how the developer takes part' },
    {
      words: 'undo',
      because: 'takes a stop back that a crossed limit has caused',
      isReserved: (...saved) => isNow('isHardStop', ...saved),
    },
    {
      words: 'answer yes',
      because: 'goes on past a BLOCKER',
      isReserved: (...saved) => isNow('isAtBlocker', ...saved),
    },
  ],
  report: async () => (await import('./report')).reporting,
  map: async () => (await import('./map-plan')).mapPlan,
  load: async () => {
    const { definition, hope } = await import('./index')
    return { definition, open: () => hope() }
  },
}

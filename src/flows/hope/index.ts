import { conditions, each, never } from '../../../templates/hope/workflow.yaml'
import type { Definition } from '../../engine/definition'
import { joinParts } from '../../engine/place'
import { lawsOf } from '../../workflow/never'
import type { Effect, Ending, Workflow } from '../flow'
import { about, retell, tell } from './describe'
import { brought, domain, facts, guards, possible } from './facts'
import { lastStandings, provableIn, provableNow, stageOfWork } from './gate'
import { changes } from './handed-in'
import { handover, hasLeft } from './handover'
import { type EventPayload, events, saidBefore } from './payload'
import { turnIn } from './places'
import { problemsIn } from './problems'
import { remembered, type Session, sessionIn } from './session'
import { asking, exit, folder, placeIn, regions, routers, scoreCheck, states } from './states'
import { rows } from './table'
import { updates } from './updates'

/** Events that do not count in a loop: the user decides on them each time, or they run in a parallel region. */
const aside = ['start', 'engage', 'intent', 'consult', 'consult done', 'cancel'] as const
const ofDeveloper = ['start', 'engage', 'intent', 'cancel', 'answer'] as const
const drafting = ['shape.synthesize', 'consult', 'loop.spec_scoring'] as const
const returning = [...asking, 'intent.emit_brief', scoreCheck, exit, 'shape.extract', ...drafting] as const
const repairing = [...drafting, 'loop.shape_approval', 'loop.decompose'] as const
const working = ['loop.wave_execution', 'loop.stall_detection', 'loop.expert_review', 'loop.paused'] as const
/** Steps that stay where they are. */
const still = ['L1', 'L1.brief', 'L9.again'] as const
const initial = joinParts(['soul.check_marker', 'user_need', 'idle'])

export const definition: Definition<Effect> = {
  name: 'hope',
  initial,
  states,
  regions,
  routers,
  errors: [],
  goal: ['completed', 'ended'],
  events,
  guards,
  updates,
  rows,
  domain,
  brought,
  possible,
  laws: lawsOf({ facts: domain, conditions, each, never }),
  caps: [
    { counter: 'rounds', most: 3, within: [...asking, scoreCheck], free: aside },
    { counter: 'returns', most: 3, inner: ['rounds'], within: returning, free: aside, still },
    { counter: 'repairs', most: 3, within: repairing, free: ofDeveloper, still: [...still, 'K.said'] },
    { counter: 'stalls', most: 3, within: ['loop.stall_detection'], free: aside },
    // Only the developer can raise the limit of waves.
    { counter: 'wave', within: working, free: [...aside, 'answer'], still },
  ],
}

/** Hope: clarify what is wanted and how to do it, ask for an outside view, and work in waves that are proven. */
export const hope = (): Workflow => ({
  definition,
  folder,
  local: '.ai/.local/hope',
  words: saidBefore,
  look: 'status',
  probes: {},
  facts,
  turn: ({ state, context }) => turnIn(state, sessionIn(context, state)),
  effects: { changes },
  files: { areFixed: true, areKeptOnUndo: true },
  endsAs: (state, context) => endingIn(sessionIn(context, state)),
  history: { about, retell },
  problems: (context, payload, state) => problemsIn(sessionIn(context, state), payload as EventPayload),
  describeTransition: tell,
  provable: {
    command: 'spell hope prove',
    look: 'spell hope status',
    called: ['check', 'checks'],
    then: 'Report the wave, or go on: what was proven needs no other evidence.',
    criteria: (context, state) => provableNow(sessionIn(context, state)),
    claims: (context) => provableIn(sessionIn(context, initial)),
    now: (context, state) => stageOfWork(sessionIn(context, state)),
    standings: (context, state) => lastStandings(sessionIn(context, state)),
  },
  handover: {
    documents: async (context, _, state) => {
      const session = sessionIn(context, state)
      return hasLeft(session) ? handover(session) : undefined
    },
  },
  remembers: remembered,
  recovery: {
    // Without its context a session must be asked for again.
    rebuild: ({ base, past }) => {
      if (base) return { ...base, lost: past.length > 0 ? [`what the last steps had brought (${past.length})`] : [] }
      return {
        state: initial,
        // The folder of an earlier round is never reused. Rows with a point are variants.
        context: { round: past.filter(({ row = '' }) => /^(S1|D1)(\.|$)/.test(row)).length + 1 },
        because: 'an empty memory',
        // What only the context had.
        lost: [
          `scores, counters, items and open BLOCKERs as they were at ${placeIn(past.at(-1)?.to ?? initial)}`,
          `what is wanted has to be said again; the texts that were handed in are in ${folder}/round-…`,
        ],
      }
    },
  },
})

/** A session that plans, or looks back, ends with what it has written: nothing in it says that anything is done. */
function endingIn({ main, outcome }: Session): Ending | undefined {
  if (outcome === 'output') return 'planned'
  return main === 'ended' || (outcome !== undefined && outcome !== 'satisfied') ? 'given up' : undefined
}

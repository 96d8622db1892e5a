import { defineWorkflow } from '../../engine/definition'
import { joinParts } from '../../engine/place'
import type { PastStep, Workflow } from '../workflow'
import { about, tell } from './describe'
import { brought, domain, facts, guards, possible } from './facts'
import { changes, roundFolder } from './handed-in'
import { laws } from './laws'
import { markerIn } from './marker'
import { type EventPayload, events } from './payload'
import { problemsIn } from './problems'
import { empty, remembered, sessionIn } from './session'
import { exit, folder, markerCheck, placeIn, regions, scoreCheck, states } from './states'
import { rows } from './table'
import { updates } from './updates'

/** What does not belong to a circle: somebody decides on it, each time anew, or it goes on beside it. */
const beside = ['start', 'engage', 'intent', 'audit', 'consult', 'consult done', 'cancel'] as const
const aside = [...beside, 'bond', 'bond submit', 'bond answer'] as const
const working = [
  'loop.wave_execution',
  'loop.stall_detection',
  'loop.expert_review',
  'loop.verify_gate',
  'loop.paused',
] as const
const initial = joinParts(['soul.check_marker', 'user_need', 'idle'])

/** The table of hope. */
export const definition = defineWorkflow({
  name: 'hope',
  initial,
  states,
  regions,
  routers: [markerCheck, scoreCheck, exit],
  errors: [],
  goal: ['completed', 'ended'],
  events,
  guards,
  updates,
  rows,
  domain,
  brought,
  possible,
  laws,
  caps: [
    { counter: 'rounds', most: 3, within: ['intent.acknowledge', 'intent.clarify', scoreCheck], free: aside },
    {
      counter: 'returns',
      most: 3,
      inner: ['rounds', 'refines'],
      within: [
        'intent.acknowledge',
        'intent.clarify',
        'intent.echo_check',
        'intent.refine',
        'intent.emit_brief',
        scoreCheck,
        exit,
        'shape.extract',
        'shape.synthesize',
        'consult',
        'loop.spec_scoring',
      ],
      free: aside,
      still: ['H1.good', 'L1'],
    },
    { counter: 'refines', most: 3, within: ['intent.echo_check', 'intent.refine', scoreCheck], free: aside },
    { counter: 'stalls', most: 3, within: ['loop.stall_detection'], free: aside },
    // The limit of waves is the developer's to raise.
    { counter: 'wave', within: working, free: [...aside, 'answer'] },
    {
      counter: 'revisions',
      most: 3,
      within: ['bond.design', 'bond.confirm'],
      free: [...beside, 'score', 'answer', 'submit', 'wave'],
    },
  ],
})

/** The round that a history has come to; 0 where none has begun. */
const roundIn = (past: readonly PastStep[]): number =>
  past.filter(({ row = '' }) => /^(S1|D1)(\.full)?$/.test(row)).length

/** What nothing but the memory had, and where the texts are. */
function lostIn(past: readonly PastStep[], round: number): string {
  const stood = placeIn(past.at(-1)?.to ?? initial)
  const lost = `lost: the request, scores, counters and open BLOCKERs as the session knew them, which stood at ${stood}; say again what is wanted`
  return round > 0 ? `${lost}, and what was handed in is in ${roundFolder({ round })}` : lost
}

/**
 * Hope: what is wanted, how to do it, an outside view, and work in waves that are verified.
 *
 * @param marker the line that an agent still has of a session whose file is lost; it is believed where nothing else is left
 */
export const hope = (marker?: string): Workflow => ({
  definition,
  folder,
  local: '.ai/.local/hope',
  look: 'status',
  probes: {},
  facts,
  changes,
  keepsUndone: true,
  about,
  problems: (context, payload, state) => problemsIn(sessionIn(context, state), payload as EventPayload),
  describeTransition: tell,
  remembers: remembered,
  // Without its memory a session can only be asked for again; the line keeps how the developer takes part.
  rebuild: (_, past) => {
    const fields = marker === undefined ? undefined : markerIn(marker)
    const round = roundIn(past)
    return {
      state: initial,
      context: { ...(fields ? { ...empty, ...fields } : {}), ...(round > 0 && { round }) },
      because: `${fields ? 'the marker line that was given' : 'nothing'} (${lostIn(past, round)})`,
    }
  },
})

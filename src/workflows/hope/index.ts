import * as file from '../../../templates/hope/workflow.yaml'
import { partsOf } from '../../engine/place'
import type { Workflow } from '../../workflow/flow'
import { tableOf } from '../../workflow/table'
import type { Ending, Turn } from '../../workflow/turn'
import { agent, say, turnOf } from '../../workflow/turn'
import { lastStandings, provableIn, provableNow, stageOfWork } from './checks'
import { about, retell, tell } from './describe'
import { entry } from './entry'
import { facts } from './facts'
import { changes } from './files'
import { handover, hasLeft } from './handover'
import { type HopePayload, saidBefore } from './payload'
import { problemsIn } from './problems'
import { empty, folder, initial, placeIn, type Session, sessionIn, states } from './session'
import { rows } from './table'
import { updates } from './updates'

export const definition = tableOf(
  { ...file, states },
  {
    name: 'hope',
    initial,
    regions: file.regions,
    updates,
    rows,
    caps: file.caps.map((cap) => ({ ...cap, within: cap.within.flatMap((name) => file.groups[name] ?? name) })),
  },
)

/** @returns who acts next, as the developer reads it: a consultation comes before the work that waits for it */
export function turnIn(state: string, { main, purpose }: Session): Turn {
  const [soul, , service = ''] = partsOf(state)
  if (service.startsWith('consult.')) return agent('consulting')
  if (soul === 'soul.ask_engagement' && (main === 'user_need' || main.startsWith('intent.')))
    return say(['Autonomous', 'Collaborative', 'Guided'])
  if (main === 'consult' && purpose === 'explore') return agent('exploring ways')
  return turnOf(file.places[main])
}

/** Hope: clarify what is wanted and how to do it, ask for an outside view, and work in waves that are proven. */
export const hope = (): Workflow => ({
  definition,
  entry,
  folder,
  local: '.ai/.local/hope',
  words: saidBefore,
  look: 'status',
  probes: {},
  facts,
  turn: ({ state, context }) => turnIn(state, sessionIn(context, state)),
  effects: { changes },
  files: { areFixed: true },
  states: { endsAs: (state, context) => endingIn(sessionIn(context, state)) },
  answers: {
    problems: (context, payload, state) => problemsIn(sessionIn(context, state), payload as HopePayload),
    describe: tell,
  },
  proving: {
    said: {
      command: 'spell hope prove',
      look: 'spell hope status',
      called: ['check', 'checks'],
      then: 'Report the wave, or go on: what has passed needs no other evidence.',
    },
  },
  provable: {
    criteria: (context, state) => provableNow(sessionIn(context, state)),
    claims: (context) => provableIn(sessionIn(context, initial)),
    isAgreed: (state) => file.groups.agreed?.includes(placeIn(state)) === true,
    now: (context, state) => stageOfWork(sessionIn(context, state)),
    standings: (context, state) => lastStandings(sessionIn(context, state)),
  },
  handover: {
    documents: async (context, _, state) => {
      const session = sessionIn(context, state)
      return hasLeft(session) ? handover(session) : undefined
    },
  },
  memory: {
    keys: Object.keys(empty),
    about,
    retell,
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

import type { Row as RowOf } from '../../engine/definition'
import type { Effect } from '../flow'
import type { Guard } from './facts'
import type { Event } from './phases'
import { aiReview, decision, humanReview, type Phase, phases, type State, states } from './phases'
import type { updates } from './updates'

type Row = RowOf<Effect, State | typeof decision, Event, Guard, keyof typeof updates>

/**
 * The table of discovery. The first row of a state and an event whose `when` holds answers. Each id is the name of a
 * text in `templates/discovery/states/`; the five phases share their rows.
 */

const changes = (name: string): Effect[] => [{ do: 'change', changes: name }]

const opens: Readonly<Record<Phase, State | typeof decision>> = {
  discovery: 'clarification', clarification: decision, contracts: 'implementation_plan', implementation_plan: 'validation', validation: 'verified',
}

/** The phases that a human always reviews at once, if anyone does. */
const isDecisive = (work: Phase) => work === 'clarification' || work === 'validation'

const phase = (work: Phase): Row[] => {
  const [ai, human, next] = [aiReview(work), humanReview(work), opens[work]]
  const last = work === 'validation' ? ({ raises: ['done'] } as const) : {}
  const held: Row = { id: 'P.auto-held', on: 'approve', from: ai, when: 'autonomous, but not ready', to: human, kind: 'advance', updates: ['approve as AI'] }
  const later: Row = { id: 'P.later', on: 'approve', from: ai, when: 'reviewed later', to: next, kind: 'advance', updates: ['approve as AI', 'go on'] }
  return [
    { id: 'P.submit-bad', on: 'submit',  from: work,        when: 'artifact is wrong',  to: 'same', kind: 'invalid' },
    { id: 'P.unchanged',  on: 'submit',  from: work,        when: 'artifact is unchanged', to: 'same', kind: 'invalid' },
    { id: 'P.unsettled',  on: 'submit',  from: work,        when: 'feedback is open',   to: 'same', kind: 'invalid' },
    { id: 'P.submit',     on: 'submit',  from: work,                                    to: ai,     kind: 'advance', updates: ['take artifact'], effects: changes('store artifact') },
    { id: 'P.ai-role',    on: 'approve', from: ai,          when: 'as human',           to: 'same', kind: 'block' },
    { id: 'P.unjudged',   on: 'approve', from: ai,          when: 'a finding is missing', to: 'same', kind: 'invalid' },
    ...(work === 'validation' ? [held] : []),
    { id: 'P.auto',       on: 'approve', from: ai,          when: 'autonomous',         to: next,   kind: 'advance', updates: ['approve as AI', 'approve by itself', 'go on'], ...last },
    ...(isDecisive(work) ? [] : [later]),
    { id: 'P.ai',         on: 'approve', from: ai,                                      to: human,  kind: 'advance', updates: ['approve as AI'] },
    { id: 'P.hu-role',    on: 'approve', from: human,       when: work === 'validation' ? 'as AI, where a human has the last word' : 'as AI', to: 'same', kind: 'block' },
    { id: 'P.hu-auto',    on: 'approve', from: human,       when: 'for a human',        to: next,   kind: 'advance', updates: ['approve as human', 'go on'], ...last },
    { id: 'P.hu',         on: 'approve', from: human,                                   to: next,   kind: 'advance', updates: ['approve as human', 'go on'], ...last },
    { id: 'P.rev-empty',  on: 'revise',  from: [ai, human], when: 'no feedback',        to: 'same', kind: 'invalid' },
    { id: 'P.rev',        on: 'revise',  from: [ai, human],                             to: work,   kind: 'advance', updates: ['send back'], effects: changes('keep revision') },
  ]
}

const inReview = phases.flatMap((work) => [aiReview(work), humanReview(work)])
const notYet = ['submit', 'approve', 'revise', 'replan', 'autonomous'] as const

export const rows: readonly Row[] = [
  { id: 'start',      on: 'start',   from: 'discovery', when: 'no plan',           to: 'same', kind: 'stay', updates: ['begin'] },
  { id: 'B.start',    on: 'start',   from: '*',                                    to: 'same', kind: 'block' },

  ...notYet.map((on): Row => ({ id: 'P.none', on, from: 'discovery', when: 'no plan', to: 'same', kind: 'block' })),

  ...phases.flatMap(phase),

  { id: 'CD.skip',    on: 'always',  from: decision,    when: 'simple',            to: 'implementation_plan', kind: 'advance', updates: ['skip contracts'] },
  { id: 'CD.full',    on: 'always',  from: decision,                               to: 'contracts',           kind: 'advance', updates: ['take contracts'] },
  { id: 'done',       on: 'done',    from: 'verified',                             to: 'same', kind: 'stay', updates: ['complete'] },

  { id: 'B.replan',   on: 'replan',  from: 'discovery', when: 'nothing to begin again', to: 'same', kind: 'block' },
  { id: 'RP.bad',     on: 'replan',  from: '*',         when: 'restart is wrong',  to: 'same', kind: 'invalid' },
  { id: 'RP',         on: 'replan',  from: '*',                                    to: { field: 'phase', among: phases }, kind: 'advance', updates: ['restart'], effects: changes('restart') },

  { id: 'B.switch',   on: 'autonomous', from: 'verified',                          to: 'same', kind: 'block' },
  { id: 'AM.same',    on: 'autonomous', from: '*',      when: 'nothing to switch', to: 'same', kind: 'no-op' },
  { id: 'AM',         on: 'autonomous', from: '*',                                 to: 'same', kind: 'stay', updates: ['switch'] },

  { id: 'B.submit',   on: 'submit',  from: inReview,                               to: 'same', kind: 'block' },
  { id: 'B.approve',  on: 'approve', from: phases,                                 to: 'same', kind: 'block' },
  { id: 'B.revise',   on: 'revise',  from: phases,                                 to: 'same', kind: 'block' },
  ...(['submit', 'approve', 'revise'] as const).map((on): Row => ({ id: 'B.verified', on, from: 'verified', to: 'same', kind: 'block' })),

  { id: 'S.clarification-autonomous', on: 'status', from: 'clarification', when: 'autonomous', to: 'same', kind: 'show' },
  { id: 'none',       on: 'status',  from: 'discovery', when: 'no plan',           to: 'same', kind: 'show' },
  ...states.map((state): Row => ({ id: `S.${state}`, on: 'status', from: state, to: 'same', kind: 'show' })),
]

import { isAvailable, type Row as RowOf } from '../../engine/definition'
import type { Effect } from '../flow'
import type { Guard } from './facts'
import { type Event, keeping } from './payload'
import { asking, exit, type Main, main, markerCheck, modes, type State, scoreCheck } from './states'
import type { Update } from './updates'

type Row = RowOf<Effect, State, Event, Guard, Update>

/**
 * The first row of a state and an event whose `when` holds answers. Each id is the name of a text in
 * `templates/hope/states/`. `X.` rejects a payload, `N.` an event that is not possible in this state, `S.` shows a
 * state.
 */

const to = (state: Main, ...updates: readonly Update[]) =>
  ({ to: state, kind: 'advance', ...(updates.length > 0 && { updates }) }) as const
const here = { to: 'same', kind: 'stay' } as const
const refused = { to: 'same', kind: 'block' } as const
const wrong = { when: 'wrong', to: 'same', kind: 'invalid' } as const

const elsewhereIn = (state: Main) => main.filter((other) => other !== state)
const again = (...before: readonly Update[]) =>
  ({ ...to('intent.acknowledge', ...before, 'ask again', 'set the consultation aside'), resets: ['rounds'] }) as const
const asked = ['intent.acknowledge', 'intent.clarify'] as const
const shaping = ['shape.extract', 'shape.synthesize'] as const
const drafting = [...shaping, 'loop.spec_scoring'] as const
const over = ['completed', 'ended'] as const

const entry: Row[] = [
  { id: 'X.start', on: 'start',   from: '*', ...wrong },
  { id: 'S1',      on: 'start',   from: 'soul.check_marker', when: 'right, no session', to: markerCheck, kind: 'advance', updates: ['take the request'] },
  { id: 'S3',      on: 'always',  from: markerCheck, when: 'trivial',             to: 'soul.silent_audit', kind: 'advance', raises: ['ready'] },
  { id: 'S4',      on: 'always',  from: markerCheck, when: 'engagement supplied', to: 'soul.silent_audit', kind: 'advance', raises: ['ready'] },
  { id: 'S5',      on: 'always',  from: markerCheck,                              to: 'soul.ask_engagement', kind: 'advance' },
  { id: 'D1.ask',  on: 'start',   from: over, when: 'right, never asked', ...to('user_need', 'begin a round'), raises: ['ask'] },
  { id: 'S5.again', on: 'ask',    from: 'soul.silent_audit', to: 'soul.ask_engagement', kind: 'advance' },
  { id: 'D1',      on: 'start',   from: over, when: 'right, a session',         ...to('user_need', 'begin a round'), raises: ['ready'] },

  { id: 'X.engage', on: 'engage', from: ['soul.ask_engagement', 'soul.silent_audit'], ...wrong },
  { id: 'S6',       on: 'engage', from: 'soul.ask_engagement', to: 'soul.silent_audit', kind: 'advance', updates: ['be engaged'], raises: ['ready'] },
  { id: 'S6.again', on: 'engage', from: 'soul.silent_audit', ...here, updates: ['be engaged'] },

  { id: 'M1', on: 'ready', from: 'user_need', when: 'short', ...to('loop.wave_execution', 'shape by the request') },
  { id: 'M4', on: 'ready', from: 'user_need',                         ...again() },
]

const intent: Row[] = [
  { id: 'X.intent', on: 'intent', from: main, ...wrong },
  { id: 'I0.here',  on: 'intent', from: asking, when: 'nothing new', to: 'same', kind: 'no-op' },
  { id: 'I0',       on: 'intent', from: 'intent.acknowledge', when: 'a session', ...again('take the wish'), ...here },
  { id: 'I0',       on: 'intent', from: elsewhereIn('intent.acknowledge'), when: 'a session', ...again('take the wish') },

  { id: 'X.score', on: 'score',  from: [...asked, 'loop.spec_scoring'], ...wrong },
  { id: 'I1',      on: 'score',  from: asked, to: scoreCheck, kind: 'advance', counts: 'rounds', updates: ['take the score'] },
  { id: 'I3',      on: 'always', from: scoreCheck, when: 'ready',                ...to('intent.emit_brief', 'waive nothing') },
  { id: 'I4',      on: 'always', from: scoreCheck, when: 'nearly, rounds left', ...to('intent.echo_check') },
  { id: 'I5',      on: 'always', from: scoreCheck, when: 'rounds left',          ...to('intent.clarify') },
  { id: 'I6',      on: 'always', from: scoreCheck,                               ...to('intent.emit_brief', 'waive') },
  { id: 'I7',      on: 'answer', from: 'intent.echo_check', when: 'yes',     ...to('intent.emit_brief', 'note the answer', 'waive nothing') },
  { id: 'I8',      on: 'answer', from: 'intent.echo_check', when: 'edits',   ...to('intent.clarify', 'note the answer') },
  { id: 'I9',      on: 'answer', from: asking, when: 'proceed', ...to('intent.emit_brief', 'note the answer', 'waive') },
  { id: 'X.brief', on: 'submit', from: 'intent.emit_brief', ...wrong },
  { id: 'I10',     on: 'submit', from: 'intent.emit_brief', to: exit, kind: 'advance', updates: ['take the brief'] },
  { id: 'I11',     on: 'always', from: exit, when: 'Reflect',          ...to('consult', 'to reflect') },
  { id: 'I12',     on: 'always', from: exit, when: 'approach unknown', ...to('consult', 'to explore') },
  { id: 'I13',     on: 'always', from: exit,                           ...to('shape.extract') },
]

const shape: Row[] = [
  { id: 'H2',      on: 'consulted', from: 'shape.extract', ...to('shape.synthesize', 'hold what blocks') },
  { id: 'H4.open', on: 'submit',    from: 'shape.extract', when: 'of this stage', ...refused },
  { id: 'X.shape', on: 'submit',    from: drafting, ...wrong },
  { id: 'H5.same', on: 'submit',    from: drafting, when: 'what is there', ...refused },
  { id: 'H5',      on: 'submit',    from: drafting, when: 'a BLOCKER not settled', ...refused },
  { id: 'H4',      on: 'submit',    from: shaping, ...to('consult', 'take the shape', 'to validate') },

  { id: 'C2',      on: 'consulted', from: 'consult', when: 'exploring',             ...to('shape.extract', 'take the pick', 'hold what blocks') },
  { id: 'C3',      on: 'consulted', from: 'consult', when: 'reflecting',            ...to('completed', 'hold what blocks', 'end with output') },
  { id: 'C4',      on: 'consulted', from: 'consult', when: 'validating, a BLOCKER, repairs left', ...to('shape.synthesize', 'hold what blocks', 'send the shape back'), counts: 'repairs' },
  { id: 'C4.asked', on: 'consulted', from: 'consult', when: 'validating, a BLOCKER', ...to('loop.shape_approval', 'hold what blocks') },
  { id: 'C5',      on: 'consulted', from: 'consult', when: 'validating, Plan',      ...to('completed', 'end with output') },
  { id: 'C6',      on: 'consulted', from: 'consult',                                ...to('loop.spec_scoring') },
  { id: 'C7.held', on: 'answer',    from: 'consult', when: 'skip of a BLOCKER',     ...refused },
  { id: 'C7',      on: 'answer',    from: 'consult', when: 'skip, Plan',            ...to('completed', 'note the answer', 'set the consultation aside', 'end with output') },
  { id: 'C8',      on: 'answer',    from: 'consult', when: 'skip of the review',                  ...to('loop.spec_scoring', 'note the answer', 'set the consultation aside') },
]

const waves = { counts: 'wave' } as const
const reviewing = 'loop.expert_review'

const loop: Row[] = [
  { id: 'L1.brief', on: 'submit', from: 'loop.spec_scoring', when: 'a brief', ...here, updates: ['take the brief'] },
  { id: 'L1',   on: 'submit', from: 'loop.spec_scoring', ...here, updates: ['take the shape'] },
  { id: 'L5.same', on: 'score', from: 'loop.spec_scoring', when: 'sent back', ...refused },
  { id: 'L2',   on: 'score',  from: 'loop.spec_scoring', when: 'too vague, not waived, returns left', ...again('take the score'), counts: 'returns' },
  { id: 'L2.asked', on: 'score', from: 'loop.spec_scoring', when: 'too vague, not waived', ...to('loop.shape_approval', 'take the score', 'waive') },
  { id: 'L4',   on: 'score',  from: 'loop.spec_scoring', when: 'goes alone',  ...to('loop.decompose', 'take the score', 'approve by itself') },
  { id: 'L5',   on: 'score',  from: 'loop.spec_scoring',                      ...to('loop.shape_approval', 'take the score') },
  { id: 'L6.plan', on: 'answer', from: 'loop.shape_approval', when: 'yes, Plan', ...to('completed', 'note the answer', 'end with output') },
  { id: 'L6',   on: 'answer', from: 'loop.shape_approval', when: 'yes',       ...to('loop.decompose', 'note the answer') },
  { id: 'L7.fix', on: 'answer', from: 'loop.shape_approval', when: 'edit, a BLOCKER held', ...to('shape.synthesize', 'note the answer', 'send the shape back'), resets: ['repairs'] },
  { id: 'L7',   on: 'answer', from: 'loop.shape_approval', when: 'edit',      ...to('loop.spec_scoring', 'note the answer', 'send the shape back') },
  { id: 'X.items', on: 'submit', from: 'loop.decompose', ...wrong },
  { id: 'L9',   on: 'submit', from: 'loop.decompose', ...to('loop.wave_execution', 'take the items'), resets: ['wave', 'repairs'] },

  // What is done stays.
  { id: 'X.items', on: 'submit', from: 'loop.wave_execution', ...wrong },
  { id: 'L9.again', on: 'submit', from: 'loop.wave_execution', ...here, updates: ['take the items'] },
  { id: 'X.wave', on: 'wave', from: 'loop.wave_execution', ...wrong },
  { id: 'W0',   on: 'wave',   from: 'loop.wave_execution', when: 'does not add up', ...refused },
  { id: 'W1',   on: 'wave',   from: 'loop.wave_execution', when: 'limit violated',  ...to('ended', 'take the wave', 'note the violation', 'end hard'), ...waves },
  { id: 'V0',   on: 'wave',   from: 'loop.wave_execution', when: 'not proven', ...refused },
  { id: 'W4.short', on: 'wave', from: 'loop.wave_execution', when: 'all done, short', ...to('loop.review_feedback', 'take the wave'), ...waves },
  { id: 'W4',   on: 'wave',   from: 'loop.wave_execution', when: 'all done',      ...to(reviewing, 'take the wave'), ...waves },
  { id: 'W5',   on: 'wave',   from: 'loop.wave_execution', when: 'breaker',       ...to('loop.paused', 'take the wave'), ...waves },
  { id: 'W6',   on: 'wave',   from: 'loop.wave_execution', when: 'no progress',   ...to('loop.stall_detection', 'take the wave'), ...waves, resets: ['stalls'] },
  { id: 'W7',   on: 'wave',   from: 'loop.wave_execution',                        ...here, updates: ['take the wave'], ...waves },
  { id: 'T1',   on: 'answer', from: 'loop.stall_detection', when: 'unblocked',    ...to('loop.wave_execution', 'note the answer') },
  { id: 'T2',   on: 'answer', from: 'loop.stall_detection', when: 'failed, tries left', ...here, updates: ['note the answer'], counts: 'stalls' },
  { id: 'T3',   on: 'answer', from: 'loop.stall_detection', when: 'failed',       ...to(reviewing, 'note the answer'), counts: 'stalls' },

  { id: 'X.review', on: 'submit', from: reviewing, ...wrong },
  { id: 'R1',   on: 'submit', from: reviewing, when: 'intent is wrong, agreed', ...again('hold what blocks', 'keep the findings') },
  { id: 'R2',   on: 'submit', from: reviewing, when: 'approach fails, agreed',  ...to('shape.extract', 'hold what blocks', 'send the shape back', 'keep the findings') },
  { id: 'R2b',  on: 'submit', from: reviewing, when: 'not agreed', ...refused },
  { id: 'R3.breaker', on: 'submit', from: reviewing, when: 'something left, breaker', ...to('loop.paused', 'add what blocks', 'keep the findings') },
  { id: 'R3',   on: 'submit', from: reviewing, when: 'something left', ...to('loop.wave_execution', 'add what blocks', 'keep the findings') },
  { id: 'R5',   on: 'submit', from: reviewing, ...to('loop.review_feedback', 'keep the findings') },
  { id: 'F0',   on: 'answer', from: 'loop.review_feedback', when: 'satisfied, not proven', ...refused },
  { id: 'F1',   on: 'answer', from: 'loop.review_feedback', when: 'satisfied',  ...to('completed', 'note the answer', 'end satisfied') },
  { id: 'F2',   on: 'answer', from: 'loop.review_feedback', when: 'new-work',   ...to('loop.spec_scoring', 'note the answer', 'take the new work') },
  { id: 'P1',   on: 'answer', from: 'loop.paused', when: 'continue', ...to('loop.wave_execution', 'note the answer', 'raise the limit') },
  { id: 'X2',   on: 'cancel', from: ['loop.*', ...asking, 'intent.emit_brief', ...shaping, 'consult'], ...to('ended', 'set the consultation aside', 'end cancelled') },
]

const consulting = modes.map((mode) => `consult.${mode}` as const)

const beside: Row[] = [
  { id: 'K.busy',   on: 'consult', from: consulting, ...refused },
  { id: 'X.consult', on: 'consult', from: 'idle', ...wrong },
  ...modes.map((mode): Row => ({ id: 'K.open', on: 'consult', from: 'idle', when: `mode ${mode}`, to: `consult.${mode}`, kind: 'advance', updates: ['open a consultation'] })),
  { id: 'K.none',   on: 'consult done', from: 'idle', ...refused },
  { id: 'X.consult-done', on: 'consult done', from: consulting, ...wrong },
  { id: 'K.pick',   on: 'consult done', from: 'consult.explore', when: 'of this stage, no pick', ...refused },
  { id: 'K.blank',  on: 'consult done', from: consulting, when: 'of this stage, and not a word', ...refused },
  { id: 'K.done',   on: 'consult done', from: consulting, when: 'of this stage', to: 'idle', kind: 'advance', updates: ['close the consultation'], raises: ['consulted'] },
  { id: 'K.said',   on: 'consult done', from: consulting, to: 'idle', kind: 'advance', updates: ['close the consultation'] },
]

/** Questions: an unknown word is treated as a typo; a known word is not possible in this state. */
const questions = [...asked, 'intent.echo_check', 'consult', 'loop.shape_approval', 'loop.stall_detection', 'loop.review_feedback', 'loop.paused'] as const
const answers: Row[] = [
  { id: 'X.answer', on: 'answer', from: questions, ...wrong },
  { id: 'N.answer', on: 'answer', from: questions, ...refused },
]

const show = (state: State): Row => ({ id: `S.${state}`, on: 'status', from: state, to: 'same', kind: 'show' })
const looks: Row[] = [
  { id: 'S.look-back', on: 'status', from: 'consult.panel', when: 'looking back', to: 'same', kind: 'show' },
  ...([...consulting, 'soul.check_marker', 'soul.ask_engagement'] as const).map(show),
  { id: 'S.consult-explore', on: 'status', from: 'consult', when: 'exploring', to: 'same', kind: 'show' },
  { id: 'S.consult-reflect', on: 'status', from: 'consult', when: 'reflecting', to: 'same', kind: 'show' },
  { id: 'S.wave-short', on: 'status', from: 'loop.wave_execution', when: 'short', to: 'same', kind: 'show' },
  { id: 'S.approval-held', on: 'status', from: 'loop.shape_approval', when: 'a BLOCKER held', to: 'same', kind: 'show' },
  ...main.filter((state) => state !== 'user_need').map(show),
]

const elsewhere = ['start', 'engage', 'score', 'answer', 'submit', 'wave', 'intent', 'cancel'] as const

/** Adds the file change to rows that receive a text and have an effect. */
const kept = (row: Row): Row =>
  keeping.includes(row.on) && isAvailable(row.kind)
    ? { ...row, effects: [{ do: 'change', changes: 'keep what is handed in' }] }
    : row

const all: readonly Row[] = [
  ...entry,
  ...intent,
  ...shape,
  ...loop,
  ...answers,
  ...beside,
  ...looks,
  ...elsewhere.filter((on) => on !== 'start').map((on): Row => ({ id: 'none', on, from: '*', when: 'no session', ...refused })),
  ...elsewhere.filter((on) => on !== 'intent').map((on): Row => ({ id: `N.${on}`, on, from: '*', ...refused })),
]

export const rows: readonly Row[] = all.map(kept)

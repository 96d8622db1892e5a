import { joinParts, partsOf } from '../../../src/engine/place'
import { Failure } from '../../../src/failure/failure'
import type { EventPayload } from '../../../src/workflows/hope/payload'
import type { Session } from '../../../src/workflows/hope/session'
import { type Main, main, modes, service } from '../../../src/workflows/hope/states'
import { rows } from '../../../src/workflows/hope/table'
import { makeFolder } from '../../support/folder'
import {
  blueprint,
  brief,
  hoped,
  hopingAt,
  items,
  proof,
  review,
  savedHope,
  scored,
  shape,
  task,
} from '../../support/hoping'

/**
 * The table of specs/hope.md §6, row by row, each executed in a folder of its own: what answers, where it leads, and what it
 * means (exit code 0, 2 or 3).
 */

/** Where the session stands: its main part, or all three. */
type Place = Main | `soul.${string} + ${string}` | `${Main} + ${string}`
type Case = readonly [
  row: string,
  from: Place,
  brought: EventPayload,
  to: Place,
  exitCode?: 0 | 2 | 3,
  more?: { readonly via?: readonly string[]; readonly of?: Partial<Session> },
]

/** The whole state that a place means. */
function stateOf(place: string): string {
  const parts = partsOf(place)
  if (parts.length === 3) return place
  if (parts.length === 1) return joinParts(['soul.silent_audit', place, 'idle'])
  return place.startsWith('soul.') ? joinParts([...parts, 'idle']) : joinParts(['soul.silent_audit', ...parts])
}

const unscored = { spec: undefined } as unknown as Partial<Session>
const unengaged = { engagement: undefined, horizon: undefined, feasible: undefined } as unknown as Partial<Session>
const nothing = {
  ...unscored,
  ...unengaged,
  text: undefined,
  brief: undefined,
  shape: undefined,
} as unknown as Partial<Session>
const score = (total: number, domain?: number): EventPayload => ({
  verb: 'score',
  total,
  ...(domain !== undefined && { domain }),
})
const answer = (word: string): EventPayload => ({ verb: 'answer', word })
const submit = (artifact: string): EventPayload => ({ verb: 'submit', artifact })
const done = (more: { pick?: string; blockers?: readonly string[]; artifact?: string } = {}): EventPayload => ({
  verb: 'consult done',
  blockers: [],
  ...more,
})
const wave = (ids: string, more: object = {}): EventPayload => ({
  verb: 'wave',
  done: ids === '' ? [] : ids.split(','),
  carry: [],
  stall: [],
  ...more,
})
const start = (more: object = {}): EventPayload => ({ verb: 'start', text: 'Add CSV export of orders', ...more })
const bond = (independence: string, files: string, coordination: string, scope: string): EventPayload =>
  ({ verb: 'bond', votes: { independence, files, coordination, scope } }) as EventPayload
const open = (stage: string) => ({ consult: { mode: 'panel' as const, query: 'q', stage } })
const begun = 'soul.check_marker + user_need' as const

const three = { items: [task('a'), task('b', { dependsOn: ['a'] }), task('c')] }
const last = { items: [task('a', { done: true }), task('b')] }
const all = { items: [task('a', { done: true })] }
const enough = { wave: 10, limit: 10 }

const soul: readonly Case[] = [
  ['X.start', begun, start({ text: ' ' }), begun, 2, { of: nothing }],
  ['S1', begun, start(), 'soul.ask_engagement + user_need', 0, { of: nothing, via: ['S5'] }],
  ['S1.full', begun, start({ full: true }), 'soul.ask_engagement + user_need', 0, { of: nothing, via: ['S5'] }],
  ['S1', begun, start({ points: 2 }), 'intent.acknowledge', 0, { of: nothing, via: ['S3', 'M4'] }],
  ['S1', begun, start({ engagement: 'Guided' }), 'intent.acknowledge', 0, { of: nothing, via: ['S4', 'M4'] }],
  [
    'S1',
    begun,
    start({ text: '[SESSION] Type: Plan | Engagement: Guided | Horizon: Tactical | Feasible: none\nGo on' }),
    'intent.acknowledge',
    0,
    { of: nothing, via: ['S2', 'M4'] },
  ],
  ['S1', begun, start({ engagement: 'Guided', total: 8 }), 'shape.extract', 0, { of: nothing, via: ['S4', 'M3'] }],
  [
    'S1',
    begun,
    start({ engagement: 'Guided', total: 8, type: 'Reflect' }),
    'consult',
    0,
    { of: nothing, via: ['S4', 'M2'] },
  ],
  [
    'S6',
    'soul.ask_engagement + user_need',
    { verb: 'engage' },
    'intent.acknowledge',
    0,
    { of: { ...unscored, ...unengaged }, via: ['M4'] },
  ],
  [
    'S6',
    'soul.ask_engagement + user_need',
    { verb: 'engage', level: 'Guided' },
    'shape.extract',
    0,
    { of: unengaged, via: ['M3'] },
  ],
  [
    'X.engage',
    'soul.ask_engagement + user_need',
    { verb: 'engage', feasible: 'patience' },
    'soul.ask_engagement + user_need',
    2,
    { of: unengaged },
  ],
  ['S6.twice', 'intent.acknowledge', { verb: 'engage', level: 'Guided' }, 'intent.acknowledge', 3],
  ['S6.again', 'intent.acknowledge', { verb: 'engage', level: 'Guided', force: true }, 'intent.acknowledge'],
  ['S7', 'shape.extract', { verb: 'audit' }, 'shape.extract', 0, { of: { spec: { total: 4, domain: 10 } } }],
  [
    'S7.apply',
    'shape.extract',
    { verb: 'audit', apply: true },
    'intent.acknowledge',
    0,
    { of: { spec: { total: 4, domain: 10 } }, via: ['A1'] },
  ],
  [
    'S7',
    'loop.decompose',
    { verb: 'audit', apply: true },
    'loop.decompose',
    0,
    { of: { spec: { total: 4, domain: 10 } } },
  ],
  ['S8', 'shape.extract', { verb: 'audit' }, 'shape.extract', 0, { of: { approach: 'unknown' } }],
  [
    'S8.apply',
    'shape.extract',
    { verb: 'audit', apply: true },
    'consult',
    0,
    { of: { approach: 'unknown' }, via: ['A2'] },
  ],
  [
    'S8.apply',
    'consult',
    { verb: 'audit', apply: true },
    'consult',
    0,
    { of: { approach: 'unknown', purpose: 'validate' }, via: ['A2'] },
  ],
  [
    'S8.apply',
    'shape.synthesize',
    { verb: 'audit', apply: true },
    'shape.extract',
    0,
    { of: { spec: { total: 2, domain: 0 }, waived: true }, via: ['A3'] },
  ],
  [
    'S8.apply',
    'shape.extract',
    { verb: 'audit', apply: true },
    'shape.extract',
    0,
    { of: { spec: { total: 2, domain: 0 }, waived: true }, via: ['A3'] },
  ],
  ...(['intent.clarify', 'loop.verify_gate', 'completed', 'ended'] as const).map(
    (place): Case => ['S8', place, { verb: 'audit', apply: true }, place, 0, { of: { approach: 'unknown' } }],
  ),
  ['S9', 'shape.extract', { verb: 'audit', confused: true }, 'shape.extract'],
  [
    'S10',
    'shape.extract',
    { verb: 'audit' },
    'shape.extract',
    0,
    { of: { shape: undefined } as unknown as Partial<Session> },
  ],
  [
    'N.audit',
    'soul.ask_engagement + user_need',
    { verb: 'audit' },
    'soul.ask_engagement + user_need',
    3,
    { of: unengaged },
  ],
  ['N.engage', begun, { verb: 'engage' }, begun, 3],
]

const intent: readonly Case[] = [
  ...main
    .filter((place) => place !== 'user_need')
    .map((place): Case => ['I0', place, { verb: 'intent' }, 'intent.acknowledge']),
  [
    'I0',
    'soul.ask_engagement + user_need',
    { verb: 'intent' },
    'soul.ask_engagement + intent.acknowledge',
    0,
    { of: unengaged },
  ],
  ['I0.reset', 'loop.wave_execution', { verb: 'intent', reset: true, text: 'Another thing' }, 'intent.acknowledge'],
  ['I0.reset', 'intent.acknowledge', { verb: 'intent', reset: true }, 'intent.acknowledge'],
  ['X.intent', 'shape.extract', { verb: 'intent', text: 'x'.repeat(8001) }, 'shape.extract', 2],
  ['X.score', 'intent.clarify', { verb: 'score', dims: { ...scored, done: 3 } }, 'intent.clarify', 2],
  ...(['intent.acknowledge', 'intent.clarify'] as const).flatMap((place): Case[] => [
    ['I1', place, score(8), 'intent.emit_brief', 0, { via: ['I3'] }],
    ['I1', place, score(7), 'intent.echo_check', 0, { via: ['I4'] }],
    ['I1', place, score(5), 'intent.emit_brief', 0, { via: ['I4b'], of: { refines: 3 } }],
    ['I1', place, score(4), 'intent.clarify', 0, { via: ['I5'], of: { rounds: 1 } }],
    ['I1', place, score(4), 'intent.emit_brief', 0, { via: ['I6'], of: { rounds: 2 } }],
    ['I9', place, answer('proceed'), 'intent.emit_brief'],
  ]),
  ['I1', 'intent.clarify', { verb: 'score', dims: scored, domain: 3 }, 'intent.echo_check', 0, { via: ['I4'] }],
  ['I2', 'intent.refine', score(6), 'intent.echo_check', 0, { via: ['I4'], of: { refines: 1 } }],
  ['I2', 'intent.refine', score(6), 'intent.emit_brief', 0, { via: ['I4b'], of: { refines: 2 } }],
  ['I2', 'intent.refine', score(9), 'intent.emit_brief', 0, { via: ['I3'] }],
  ['I2', 'intent.refine', score(1), 'intent.clarify', 0, { via: ['I5'] }],
  ['I7', 'intent.echo_check', answer('yes'), 'intent.emit_brief'],
  ['I8', 'intent.echo_check', answer('edits'), 'intent.refine'],
  ['I9', 'intent.echo_check', answer('proceed'), 'intent.emit_brief'],
  ['I9', 'intent.refine', answer('proceed'), 'intent.emit_brief'],
  ['X.brief', 'intent.emit_brief', submit('OBJECTIVE: x'), 'intent.emit_brief', 2],
  ['I10', 'intent.emit_brief', submit(brief), 'shape.extract', 0, { via: ['I13'] }],
  ['I10', 'intent.emit_brief', submit(brief), 'consult', 0, { via: ['I12'], of: { approach: 'unknown' } }],
  [
    'I10',
    'intent.emit_brief',
    submit(brief),
    'consult',
    0,
    { via: ['I11'], of: { type: 'Reflect', approach: 'unknown' } },
  ],
]

const shaping: readonly Case[] = [
  ...(['shape.extract', 'shape.synthesize'] as const).flatMap((place): Case[] => [
    ['H1', place, score(4), 'intent.acknowledge'],
    ['H1.good', place, score(5), place],
    ['X.score', place, score(11), place, 2],
    ['X.shape', place, submit('{"criteria": 7}'), place, 2],
    ['H3', place, submit('CRITERIA:\n- one\n'), place, 3],
    ['H3', place, submit('MUST NOT:\n- one\n'), place, 3],
    ['H3b', place, submit(shape), place, 3, { of: { risk: { irreversible: true, touches: [] } } }],
    ['H4', place, submit(shape), 'consult'],
    [
      'H4',
      place,
      submit(`${shape}PREMORTEM:\n- nobody tried it\n`),
      'consult',
      0,
      { of: { risk: { irreversible: true, touches: [] } } },
    ],
  ]),
  [
    'K.done',
    'shape.extract + consult.panel',
    done(),
    'shape.synthesize',
    0,
    { via: ['H2'], of: open('shape.extract') },
  ],
  [
    'K.done',
    'consult + consult.panel',
    done(),
    'consult',
    0,
    { via: ['C1'], of: { purpose: 'explore', ...open('consult: explore'), approach: 'unknown' } as Partial<Session> },
  ],
  [
    'K.done',
    'consult + consult.panel',
    done({ pick: 'a queue' }),
    'shape.extract',
    0,
    { via: ['C2'], of: { purpose: 'explore', ...open('consult: explore') } },
  ],
  [
    'K.done',
    'consult + consult.explore',
    done({ pick: 'a queue' }),
    'shape.extract',
    0,
    { via: ['C2'], of: { purpose: 'explore', ...open('consult: explore') } },
  ],
  [
    'K.done',
    'consult + consult.panel',
    done(),
    'completed',
    0,
    { via: ['C3'], of: { purpose: 'reflect', ...open('consult: reflect') } },
  ],
  [
    'K.done',
    'consult + consult.panel',
    done({ blockers: ['no zone'] }),
    'shape.synthesize',
    0,
    { via: ['C4'], of: { purpose: 'validate', ...open('consult: validate') } },
  ],
  [
    'K.done',
    'consult + consult.review',
    done({ artifact: review(['BLOCKER', 'no zone']) }),
    'shape.synthesize',
    0,
    { via: ['C4'], of: { purpose: 'validate', consult: { mode: 'review', query: 'q', stage: 'consult: validate' } } },
  ],
  [
    'K.done',
    'consult + consult.panel',
    done(),
    'completed',
    0,
    { via: ['C5'], of: { purpose: 'validate', type: 'Plan', ...open('consult: validate') } },
  ],
  [
    'K.done',
    'consult + consult.panel',
    done(),
    'loop.spec_scoring',
    0,
    { via: ['C6'], of: { purpose: 'validate', ...open('consult: validate') } },
  ],
  ['C7', 'consult', answer('skip'), 'completed', 0, { of: { purpose: 'validate', type: 'Plan' } }],
  ['C8', 'consult', answer('skip'), 'loop.spec_scoring', 0, { of: { purpose: 'validate' } }],
  ['C7.held', 'consult', answer('skip'), 'consult', 3, { of: { purpose: 'validate', blockers: ['no zone'] } }],
  ['N.answer', 'consult', answer('skip'), 'consult', 3, { of: { purpose: 'explore' } }],
]

const wrong = (more: object) => JSON.stringify({ findings: [], ...more })
const loop: readonly Case[] = [
  ['X.score', 'loop.spec_scoring', { verb: 'score', reuse: true }, 'loop.spec_scoring', 2, { of: unscored }],
  ['L1', 'loop.spec_scoring', submit(shape), 'loop.spec_scoring'],
  ['X.shape', 'loop.spec_scoring', submit('{'), 'loop.spec_scoring', 2],
  ['H3', 'loop.spec_scoring', submit('CRITERIA:\n- one\n'), 'loop.spec_scoring', 3],
  [
    'H3b',
    'loop.spec_scoring',
    submit(shape),
    'loop.spec_scoring',
    3,
    { of: { risk: { irreversible: true, touches: [] } } },
  ],
  ['L2', 'loop.spec_scoring', score(4), 'intent.acknowledge'],
  ['L3', 'loop.spec_scoring', score(2), 'shape.extract', 0, { of: { waived: true } }],
  ['L5', 'loop.spec_scoring', score(4), 'loop.shape_approval', 0, { of: { waived: true } }],
  [
    'L4',
    'loop.spec_scoring',
    { verb: 'score', reuse: true },
    'loop.decompose',
    0,
    { of: { engagement: 'Autonomous' } },
  ],
  [
    'L5',
    'loop.spec_scoring',
    { verb: 'score', reuse: true },
    'loop.shape_approval',
    0,
    { of: { engagement: 'Autonomous', risk: { irreversible: true, touches: [] } } },
  ],
  ['L5', 'loop.spec_scoring', score(9, 5), 'loop.shape_approval'],
  ['L6', 'loop.shape_approval', answer('yes'), 'loop.decompose'],
  ['L7', 'loop.shape_approval', answer('edit'), 'loop.spec_scoring'],
  ['L8', 'loop.shape_approval', answer('cancel'), 'ended'],
  ['X.items', 'loop.decompose', submit('[{"id":"a","text":"x","dependsOn":["a"]}]'), 'loop.decompose', 2],
  ['L9', 'loop.decompose', submit(items), 'loop.wave_execution', 0, { of: { wave: 7 } }],
  ['X.wave', 'loop.wave_execution', wave('a,c', { cost: -1 }), 'loop.wave_execution', 2, { of: three }],
  ['W0', 'loop.wave_execution', wave('a'), 'loop.wave_execution', 3, { of: three }],
  ['W0', 'loop.cancel', wave('a,b'), 'loop.cancel', 3, { of: three }],
  ['W1', 'loop.wave_execution', wave('a,c', { mustNot: 'changed an order' }), 'ended', 0, { of: three }],
  ['W1', 'loop.cancel', wave('a,c', { mustNot: 'changed an order' }), 'ended', 0, { of: three }],
  ['W2', 'loop.cancel', wave('a', { carry: [{ id: 'c' }] }), 'ended', 0, { of: three }],
  ['W4', 'loop.wave_execution', wave('b'), 'loop.expert_review', 0, { of: { ...last, ...enough } }],
  ['W5', 'loop.wave_execution', wave('a,c'), 'loop.paused', 0, { of: { ...three, wave: 9 } }],
  [
    'W5',
    'loop.wave_execution',
    wave('a,c', { cost: 6 }),
    'loop.paused',
    0,
    { of: { ...three, spent: 4, budget: 10, allowance: 10 } },
  ],
  [
    'W6',
    'loop.wave_execution',
    wave('', { carry: [{ id: 'a' }], stall: [{ id: 'c' }] }),
    'loop.stall_detection',
    0,
    { of: { ...three, stalls: 3 } },
  ],
  [
    'W7',
    'loop.wave_execution',
    wave('a', { carry: [{ id: 'c', reason: 'no time' }] }),
    'loop.wave_execution',
    0,
    { of: three },
  ],
  ['T1', 'loop.stall_detection', answer('unblocked'), 'loop.wave_execution'],
  ['T2', 'loop.stall_detection', answer('failed'), 'loop.stall_detection', 0, { of: { stalls: 1 } }],
  ['T3', 'loop.stall_detection', answer('failed'), 'loop.expert_review', 0, { of: { stalls: 2 } }],
  ['X.review', 'loop.expert_review', submit('{"findings": [{}]}'), 'loop.expert_review', 2],
  ['R1', 'loop.expert_review', submit(wrong({ intentMismatch: true, consent: true })), 'intent.acknowledge'],
  ['R2', 'loop.expert_review', submit(wrong({ approachFailure: true, consent: true })), 'shape.extract'],
  ['R2b', 'loop.expert_review', submit(wrong({ intentMismatch: true })), 'loop.expert_review'],
  ['R2b', 'loop.expert_review', submit(wrong({ approachFailure: true })), 'loop.expert_review'],
  [
    'R3',
    'loop.expert_review',
    submit(review(['BLOCKER', 'x'], ['WARNING', 'y'])),
    'loop.wave_execution',
    0,
    { of: all },
  ],
  [
    'R3.breaker',
    'loop.expert_review',
    submit(review(['BLOCKER', 'x'])),
    'loop.paused',
    0,
    { of: { ...all, ...enough } },
  ],
  ['R4', 'loop.expert_review', submit(review(['WARNING', 'y'])), 'loop.wave_execution', 0, { of: last }],
  ['R4.breaker', 'loop.expert_review', submit(review()), 'loop.paused', 0, { of: { ...last, ...enough } }],
  [
    'R5',
    'loop.expert_review',
    submit(review(['SUGGESTION', 'y'])),
    'loop.verify_gate',
    0,
    { of: { ...all, ...enough } },
  ],
  ['X.verification', 'loop.verify_gate', submit('{"results": []}'), 'loop.verify_gate', 2],
  ['V1', 'loop.verify_gate', submit(proof('execution-output')), 'loop.review_feedback'],
  ['V1', 'loop.verify_gate', submit(proof('code-review')), 'loop.review_feedback'],
  ['V2', 'loop.verify_gate', submit(proof('assumption')), 'loop.wave_execution'],
  ['V2', 'loop.verify_gate', submit(proof('measurement', false)), 'loop.wave_execution'],
  ['V2.breaker', 'loop.verify_gate', submit(proof('assumption')), 'loop.paused', 0, { of: enough }],
  ['F1', 'loop.review_feedback', answer('satisfied'), 'completed'],
  ['F2', 'loop.review_feedback', answer('new-work'), 'loop.spec_scoring'],
  ['P1', 'loop.paused', answer('continue'), 'loop.wave_execution'],
  ['P2', 'loop.paused', answer('stop'), 'ended'],
  ['X1', 'loop.wave_execution', { verb: 'cancel' }, 'loop.cancel'],
  ['X2', 'loop.wave_execution', { verb: 'cancel', now: true }, 'ended'],
  ...main
    .filter((place) => place.startsWith('loop.') && place !== 'loop.wave_execution')
    .map((place): Case => ['X2', place, { verb: 'cancel' }, 'ended']),
  ['D1', 'completed', start(), 'intent.acknowledge', 0, { via: ['M4'] }],
  ['D1', 'ended', start({ total: 8 }), 'shape.extract', 0, { via: ['M3'] }],
  ['D1.full', 'ended', start({ total: 8, type: 'Reflect', full: true }), 'consult', 0, { via: ['M2'] }],
]

const beside: readonly Case[] = [
  ...modes.flatMap((mode): Case[] => [
    ['K.open', 'shape.extract', { verb: 'consult', mode, query: 'q' }, `shape.extract + consult.${mode}`],
    ['K.side', 'shape.extract', { verb: 'consult', mode, query: 'q', side: true }, `shape.extract + consult.${mode}`],
    [
      'K.said',
      `loop.decompose + consult.${mode}`,
      done(),
      'loop.decompose',
      0,
      { of: { consult: { mode, query: 'q' } } },
    ],
  ]),
  [
    'K.open',
    begun,
    { verb: 'consult', mode: 'panel', query: 'q' },
    `${begun} + consult.panel` as Place,
    0,
    { of: nothing },
  ],
  [
    'K.unwanted',
    'shape.extract',
    { verb: 'consult', mode: 'single', query: 'Ada', blockedName: 'Ada Lovelace' },
    'shape.extract',
    3,
  ],
  ['X.consult', 'shape.extract', { verb: 'consult', mode: 'panel', query: 'x'.repeat(2001) }, 'shape.extract', 2],
  [
    'X.consult-done',
    'consult + consult.panel',
    done({ blockers: [' '] }),
    'consult + consult.panel',
    2,
    { of: { purpose: 'validate', ...open('consult: validate') } },
  ],
  [
    'K.pick',
    'consult + consult.explore',
    done(),
    'consult + consult.explore',
    3,
    { of: { purpose: 'explore', ...open('consult: explore') } },
  ],
  ...service
    .filter((place) => place !== 'idle')
    .flatMap((place): Case[] => [
      [
        'K.busy',
        `shape.extract + ${place}`,
        { verb: 'consult', mode: 'panel', query: 'q' },
        `shape.extract + ${place}`,
        3,
      ],
      ['K.busy', `shape.extract + ${place}`, bond('team', 'team', 'team', 'team'), `shape.extract + ${place}`, 3],
    ]),
  ...(['idle', 'bond.design', 'bond.confirm'] as const).map(
    (place): Case => ['K.none', `shape.extract + ${place}`, done(), `shape.extract + ${place}`, 3],
  ),
  ['B1', 'shape.extract', bond('team', 'team', 'subagent', 'solo'), 'shape.extract + bond.design'],
  ['B2', 'shape.extract', bond('team', 'team', 'subagent', 'subagent'), 'shape.extract'],
  ['B3', 'shape.extract', bond('team', 'solo', 'team', 'team'), 'shape.extract'],
  ['X.bond', 'shape.extract', { verb: 'bond', votes: {} }, 'shape.extract', 2],
  [
    'X.blueprint',
    'shape.extract + bond.design',
    { verb: 'bond submit', artifact: '{"roles": []}' },
    'shape.extract + bond.design',
    2,
  ],
  ['B4', 'shape.extract + bond.design', { verb: 'bond submit', artifact: blueprint }, 'shape.extract + bond.confirm'],
  ['N.blueprint', 'shape.extract', { verb: 'bond submit', artifact: blueprint }, 'shape.extract', 3],
  ['B5', 'shape.extract + bond.confirm', { verb: 'bond answer', word: 'yes' }, 'shape.extract'],
  ['B6', 'shape.extract + bond.confirm', { verb: 'bond answer', word: 'cancel' }, 'shape.extract'],
  ['B6', 'shape.extract + bond.design', { verb: 'bond answer', word: 'cancel' }, 'shape.extract'],
  [
    'B7',
    'shape.extract + bond.confirm',
    { verb: 'bond answer', word: 'adjust' },
    'shape.extract + bond.design',
    0,
    { of: { revisions: 2 } },
  ],
  [
    'B8',
    'shape.extract + bond.confirm',
    { verb: 'bond answer', word: 'adjust' },
    'shape.extract + bond.confirm',
    3,
    { of: { revisions: 3 } },
  ],
  [
    'X.bond-answer',
    'shape.extract + bond.confirm',
    { verb: 'bond answer', word: 'perhaps' },
    'shape.extract + bond.confirm',
    2,
  ],
  ['N.bond-answer', 'shape.extract', { verb: 'bond answer', word: 'yes' }, 'shape.extract', 3],
  [
    'N.bond-answer',
    'shape.extract + bond.confirm',
    { verb: 'bond answer', word: 'satisfied' },
    'shape.extract + bond.confirm',
    3,
  ],
]

const questions = [
  'intent.acknowledge',
  'intent.clarify',
  'intent.refine',
  'intent.echo_check',
  'consult',
  'loop.shape_approval',
  'loop.stall_detection',
  'loop.review_feedback',
  'loop.paused',
]
const scoring = [
  'intent.acknowledge',
  'intent.clarify',
  'intent.refine',
  'shape.extract',
  'shape.synthesize',
  'loop.spec_scoring',
]
const handing = [
  'loop.spec_scoring',
  'intent.emit_brief',
  'shape.extract',
  'shape.synthesize',
  'loop.decompose',
  'loop.expert_review',
  'loop.verify_gate',
]
const working = ['loop.wave_execution', 'loop.cancel']
const places = main.filter((place) => place !== 'user_need')
const others = (not: readonly string[]) => places.filter((place) => !not.includes(place))

/** Any other pair: blocked, and the state unchanged. */
const elsewhere: readonly Case[] = [
  ...places
    .filter((place) => !['completed', 'ended'].includes(place))
    .map((place): Case => ['N.start', place, start(), place, 3]),
  ...others(questions).map((place): Case => ['N.answer', place, answer('yes'), place, 3]),
  ...questions.map((place): Case => ['N.answer', place as Main, answer('adjust'), place as Main, 3]),
  ...questions.map((place): Case => ['X.answer', place as Main, answer('perhaps'), place as Main, 2]),
  ...others(scoring).map((place): Case => ['N.score', place, score(7), place, 3]),
  ...others(handing).map((place): Case => ['N.submit', place, submit(brief), place, 3]),
  ...others(working).map((place): Case => ['N.wave', place, wave('a'), place, 3]),
  ...places
    .filter((place) => !place.startsWith('loop.'))
    .map((place): Case => ['N.cancel', place, { verb: 'cancel', now: true }, place, 3]),
  ...(['engage', 'intent', 'cancel', 'audit'] as const).map(
    (verb): Case => ['none', begun, { verb }, begun, 3, { of: nothing }],
  ),
  ['none', begun, answer('yes'), begun, 3, { of: nothing }],
  ['none', begun, submit(brief), begun, 3, { of: nothing }],
  ['none', begun, wave('a'), begun, 3, { of: nothing }],
  ['score', begun, score(7), begun, 0, { of: nothing }],
  ['X.score', begun, score(-1), begun, 2, { of: nothing }],
  ['S.soul.check_marker', begun, { verb: 'status' }, begun, 0, { of: nothing }],
  [
    'S.soul.ask_engagement',
    'soul.ask_engagement + user_need',
    { verb: 'status' },
    'soul.ask_engagement + user_need',
    0,
    { of: unengaged },
  ],
  ...places.map((place): Case => [`S.${place}`, place, { verb: 'status' }, place]),
  ['S.consult-explore', 'consult', { verb: 'status' }, 'consult', 0, { of: { purpose: 'explore' } }],
  ['S.consult-reflect', 'consult', { verb: 'status' }, 'consult', 0, { of: { purpose: 'reflect' } }],
  ...service
    .filter((place) => place !== 'idle')
    .map((place): Case => [`S.${place}`, `loop.decompose + ${place}`, { verb: 'status' }, `loop.decompose + ${place}`]),
]

const cases = [...soul, ...intent, ...shaping, ...loop, ...beside, ...elsewhere]
const inWords = ([row, from, brought, to, exitCode = 0, { via = [] } = {}]: Case) =>
  `${[row, ...via].join(', ')}: ${from} on ${JSON.stringify(brought).slice(0, 120)} leads to ${to}, exit code ${exitCode}`

test.each(cases.map((one) => [inWords(one), one] as const))('%s', async (_, one) => {
  const [row, from, brought, to, exitCode = 0, { via = [], of = {} } = {}] = one
  const [soulPart = '', mainPart = '', servicePart = ''] = partsOf(stateOf(from))
  const place = { soul: soulPart, service: servicePart }
  const purpose = mainPart === 'consult' ? { purpose: 'validate' as const } : {}
  const folder = makeFolder(hopingAt(mainPart as Main, { ...purpose, ...of }, place))
  const before = folder.contents()
  const answered = await hoped(folder, brought).catch((error: unknown) => error)
  if (answered instanceof Failure) {
    expect({ row, exitCode: answered.exitCode }).toEqual({ row: expect.stringMatching(/^X\./), exitCode })
    expect(answered.details.length).toBeGreaterThan(0)
  } else {
    expect(answered).toMatchObject({ row, to: stateOf(to), rule: [row, ...via].join(' → '), ok: exitCode === 0 })
    expect(savedHope(folder).state).toBe(stateOf(to))
    expect(savedHope(folder).session.main).toBe(partsOf(stateOf(to))[1])
  }
  // What is refused changes nothing.
  if (exitCode !== 0) expect(folder.contents()).toEqual(before)
})

test('every row of the table is among these', () => {
  const tried = new Set(cases.flatMap(([row, , , , , more]) => [row, ...(more?.via ?? [])]))
  expect([...new Set(rows.map(({ id }) => id))].filter((id) => !tried.has(id))).toEqual([])
})

import type { Kind } from '../../../src/engine/definition'
import { partsOf } from '../../../src/engine/place'
import { Failure } from '../../../src/text/failure'
import type { RowText } from '../../../src/workflow/texts'
import { definition } from '../../../src/workflows/hope'
import { isTrivial, specAfter, specBand, tierOf } from '../../../src/workflows/hope/request'
import { empty, modes, type Session } from '../../../src/workflows/hope/session'
import { rows } from '../../../src/workflows/hope/table'
import { makeFolder } from '../../support/folder'
import {
  brief,
  hoped,
  hopeTexts,
  hopingAt,
  known,
  looked,
  review,
  savedHope,
  scored,
  shape,
  type Typed,
  task,
  viewOf,
} from '../../support/hope-session'

/**
 * What the table leaves open: which event, in which session, makes the condition of a row hold. That the rows have no hole, lead
 * where they may, and end is proven of the table itself, by `verify` and by XState.
 */

/** The main part, or `soul + main` before a session has been engaged, or `main + service`. */
type Case = readonly [rule: string, from: string, typed: Typed, of?: Readonly<Record<string, unknown>>]

const unscored = { spec: undefined }
const unengaged = { engagement: undefined }
const nothing = { ...unscored, ...unengaged, text: undefined, brief: undefined, shape: undefined }
const score = (total: number, more: object = {}): Typed => ({ verb: 'score', total, ...more })
const echo = 'A command that prints the orders as CSV'
const answer = (word: string, note?: string): Typed => ({
  verb: 'answer',
  word,
  ...(note && { said: note }),
})
const submit = (artifact: string): Typed => ({ verb: 'submit', artifact })
const satisfied = (shown: Session['shown']): Typed => ({ verb: 'answer', word: 'satisfied', shown })
const done = (more: object = {}): Typed => ({ verb: 'consult done', ...more })
const found = done({ artifact: review() })
const wave = (ids: string, more: object = {}): Typed => ({
  verb: 'wave',
  done: ids === '' ? [] : ids.split(',').map((id) => ({ id })),
  carry: [],
  ...more,
})
const start = (more: object = {}): Typed => ({ verb: 'start', text: 'Add CSV export of orders', ...more })
const flags = (...names: readonly string[]): Typed =>
  submit(`${names.map((name) => `${name}: yes\n`).join('')}${review()}`)
const open = (
  purpose: string,
  mode = purpose === 'validate' ? 'review' : purpose === 'explore' ? 'explore' : 'panel',
) => ({
  purpose,
  consult: { mode, query: 'q', stage: `consult: ${purpose}` },
})

const begun = 'soul.check_marker + user_need'
const asked = 'soul.ask_engagement + user_need'
const critical = { risk: { irreversible: true, touches: [] } }
const held = { blockers: [{ name: 'B1', text: 'no zone' }] }
const settled = { blockers: [{ name: 'B1', text: 'no zone', how: 'UTC' }] }
const sentBack = { sentBack: true, shape: known.shape }
const unknown = { approach: 'unknown' }
const three = { items: [task('a'), task('b', { dependsOn: ['a'] }), task('c')] }
const last = { items: [task('a', { done: true }), task('b')] }
const all = { items: [task('a', { done: true })] }
const enough = { wave: 10, limit: 10 }
const commanded = {
  shape: {
    ...known.shape,
    criteria: [
      { id: 'C1', text: 'a header row', verify: 'npm test' },
      { id: 'C2', text: 'rows' },
    ],
  },
}

// biome-ignore format: one example a line
const cases: readonly Case[] = [
  // How the developer takes part.
  ['X.start', begun, start({ text: ' ' }), nothing],
  ['S1 → S5', begun, start(), nothing],
  ['S1 → S3 → M1', begun, start({ points: 2 }), nothing],
  ['S1 → S3 → M4', begun, start({ points: 2, type: 'Plan' }), nothing],
  ['S1 → S3 → M4', begun, start({ points: 2, approach: 'unknown' }), nothing],
  ['S1 → S4 → M4', begun, start({ engagement: 'Guided' }), nothing],
  ['H5', 'shape.synthesize', submit(`${shape}- take long\n`), held],
  ['H5.same', 'shape.synthesize', { ...submit(shape), settled: { B1: 'UTC everywhere' } } as Typed, { ...held, ...sentBack }],
  ['H5.same', 'shape.synthesize', submit(shape)],
  ['H5.same', 'loop.spec_scoring', submit(`Other prose.\n\n${shape}`), sentBack],
  ['L5.same', 'loop.spec_scoring', score(9), sentBack],
  ['S6 → M4', asked, { verb: 'engage' }, { ...unscored, ...unengaged }],
  ['X.engage', asked, { verb: 'engage', level: 'much' as never }, unengaged],
  ['S6.again', 'intent.acknowledge', { verb: 'engage', level: 'Guided' }],
  ['I0.here', 'intent.clarify', { verb: 'intent' }],
  ['I0.here', 'intent.echo_check', { verb: 'intent', text: ' Add CSV export of orders' }],
  ['I0', 'intent.echo_check', { verb: 'intent', text: 'Add XLSX export' }],
  // What is wanted.
  ['I0', asked, { verb: 'intent' }, unengaged],
  ['X.intent', 'shape.extract', { verb: 'intent', text: 'x'.repeat(8001) }],
  ['X.score', 'intent.clarify', { verb: 'score', dims: { ...scored, done: 3 } }],
  ['I1 → I3', 'intent.acknowledge', score(8)],
  ['I1 → I4', 'intent.clarify', score(7, { echo })],
  ['X.score', 'intent.clarify', score(7)],
  ['I1 → I6', 'intent.clarify', score(5), { rounds: 2 }],
  ['I1 → I5', 'intent.clarify', score(4), { rounds: 1 }],
  ['I7', 'intent.echo_check', answer('yes')],
  ['I8', 'intent.echo_check', answer('edits')],
  ['I9', 'intent.echo_check', answer('proceed')],
  ['X.brief', 'intent.emit_brief', submit('OBJECTIVE: x')],
  ['I10 → I13', 'intent.emit_brief', submit(brief)],
  ['I10 → I12', 'intent.emit_brief', submit(brief), unknown],
  ['I10 → I11', 'intent.emit_brief', submit(brief), { ...unknown, type: 'Reflect' }],
  // How it is done.
  ['N.score', 'shape.extract', score(4)],
  ...['shape.extract', 'shape.synthesize', 'loop.spec_scoring'].flatMap((place): Case[] => [
    ['X.shape', place, submit('CRITERIA:\n- C1: a\n- C1: b\n')],
    ['X.shape', place, submit('CRITERIA:\n- one\n')],
    ['X.shape', place, submit('MUST NOT:\n- one\n')],
    ['X.shape', place, submit(shape), critical],
    [place === 'loop.spec_scoring' ? 'L1' : 'H4', place, submit(`${shape}PREMORTEM:\n- nobody tried it\n`), critical],
  ]),
  ['K.blank', 'shape.extract + consult.panel', done(), { consult: { mode: 'panel', query: 'q', stage: 'shape.extract' } }],
  ['K.blank', 'consult + consult.review', done({ pick: 'yes' }), open('validate')],
  ['K.done → H2', 'shape.extract + consult.panel', done({ artifact: viewOf('panel', 'q') }), { consult: { mode: 'panel', query: 'q', stage: 'shape.extract' } }],
  ['K.done → C2', 'consult + consult.explore', done({ pick: 'a queue' }), open('explore')],
  ['K.pick', 'consult + consult.explore', done(), open('explore')],
  ['K.done → C3', 'consult + consult.panel', done({ artifact: 'It was late.' }), open('reflect')],
  ['K.blank', 'consult + consult.panel', done(), open('reflect')],
  ['K.done → C6', 'consult + consult.review', found, { ...open('validate'), ...settled }],
  // Only what the stage asks for moves it.
  ['K.said', 'consult + consult.panel', done({ artifact: viewOf('panel', 'q', 'pizza for all') }), { ...open('validate', 'panel'), ...settled }],
  ['K.said', 'consult + consult.single', done({ artifact: viewOf('single', 'Q?') }), open('reflect', 'single')],
  ['K.said', 'completed + consult.panel', done()],
  ['K.said', 'loop.decompose + consult.panel', done(), { consult: { mode: 'panel', query: 'q' } }],
  ['X.consult-done', 'shape.extract + consult.panel', done({ artifact: viewOf('panel', 'what to eat') }), { consult: { mode: 'panel', query: 'q', stage: 'shape.extract' } }],
  ['X.consult-done', 'shape.extract + consult.single', done({ artifact: 'QUESTION: q\nANSWER:\n- a queue\n' }), { consult: { mode: 'single', query: 'q', stage: 'shape.extract' } }],
  ['H4.open', 'shape.extract + consult.panel', submit(shape), { consult: { mode: 'panel', query: 'q', stage: 'shape.extract' } }],
  ['L2.asked', 'loop.spec_scoring', score(2), { returns: 3 }],
  ['K.done → C4', 'consult + consult.review', done({ artifact: review(['BLOCKER', 'no zone']) }), open('validate')],
  ['K.done → C4.asked', 'consult + consult.review', done({ artifact: review(['BLOCKER', 'no zone']) }), { ...open('validate'), repairs: 3 }],
  ['K.done → C5', 'consult + consult.review', found, { ...open('validate'), type: 'Plan' }],
  ['K.done → C6', 'consult + consult.review', found, open('validate')],
  ['K.said', 'loop.decompose + consult.review', done(), open('validate')],
  ['X.consult-done', 'consult + consult.review', done({ artifact: review(['FATAL', 'x']) }), open('validate')],
  ['C7', 'consult', answer('skip'), { purpose: 'validate', type: 'Plan' }],
  ['C8', 'consult', answer('skip'), { purpose: 'validate' }],
  ['C7.held', 'consult', answer('skip'), { purpose: 'validate', ...settled }],
  ['N.answer', 'consult', answer('skip'), { purpose: 'explore' }],
  // Waves.
  ['X.score', 'loop.spec_scoring', score(11)],
  ['L2', 'loop.spec_scoring', score(4)],
  ['L1.brief', 'loop.spec_scoring', submit(brief)],
  ['X.shape', 'loop.spec_scoring', submit('OBJECTIVE: x')],
  ['L4', 'loop.spec_scoring', { verb: 'score', total: 9 }, { engagement: 'Autonomous' }],
  ['L5', 'loop.spec_scoring', score(4), { waived: true }],
  ['L5', 'loop.spec_scoring', { verb: 'score', total: 9 }, { engagement: 'Autonomous', ...critical }],
  ['L6', 'loop.shape_approval', answer('yes')],
  ['L6.plan', 'loop.shape_approval', answer('yes'), { type: 'Plan', ...held }],
  ['L7', 'loop.shape_approval', answer('edit')],
  ['L7.fix', 'loop.shape_approval', answer('edit'), held],
  ['S.approval-held', 'loop.shape_approval', { verb: 'status' }, held],
  ['X.items', 'loop.decompose', submit('ITEMS:\n- a: x (depends on: a)')],
  ['X.wave', 'loop.wave_execution', wave('a,c', { mustNot: 'x'.repeat(601) }), three],
  ['W0', 'loop.wave_execution', wave('a'), three],
  ['W1', 'loop.wave_execution', wave('a,c', { mustNot: 'M1: it lost one' }), three],
  ['X.wave', 'loop.wave_execution', wave('a,c', { mustNot: 'it went wrong' }), three],
  ['W0', 'loop.wave_execution', wave('a,c'), { items: [task('a', { criteria: ['C1'] }), task('c')] }],
  ['V0', 'loop.wave_execution', wave('a', { carry: [{ id: 'b', reason: 'later' }] }), { items: [task('a', { run: 'npm test' }), task('b')] }],
  ['W7', 'loop.wave_execution', wave('a', { shown: { a: 'proven' }, carry: [{ id: 'b', reason: 'later' }] }), { ...commanded, items: [task('a', { run: 'npm test' }), task('b')] }],
  ['V0', 'loop.wave_execution', wave('b'), { ...commanded, ...last }],
  ['W4', 'loop.wave_execution', wave('b', { shown: { C1: 'proven' } }), { ...commanded, ...last }],
  ['W4.short', 'loop.wave_execution', wave('b'), { ...last, short: true }],
  ['S.wave-short', 'loop.wave_execution', { verb: 'status' }, { short: true }],
  ['W4', 'loop.wave_execution', wave('b'), { ...last, ...enough }],
  ['W5', 'loop.wave_execution', wave('a,c'), { ...three, wave: 9 }],
  ['W6', 'loop.wave_execution', wave('', { carry: [{ id: 'a', reason: 'later' }, { id: 'c', reason: 'later' }] }), { ...three, stalls: 3 }],
  ['W7', 'loop.wave_execution', wave('a', { carry: [{ id: 'c', reason: 'no time' }] }), three],
  ['T1', 'loop.stall_detection', answer('unblocked')],
  ['T2', 'loop.stall_detection', answer('failed'), { stalls: 1 }],
  ['T3', 'loop.stall_detection', answer('failed'), { stalls: 2 }],
  ['X.review', 'loop.expert_review', submit('FINDINGS:\n- no word for how bad it is')],
  // A review of something else, one that leaves a limit out, and one that says nothing of what was found.
  ...['FINDINGS: none\nCHECKED:\n- the soup and the bread', 'FINDINGS: none\nCHECKED:\n- C1, C2, M1: read orders.js', `FINDINGS:\n${looked}`].flatMap((artifact): Case[] => [
    ['X.review', 'loop.expert_review', submit(artifact)],
    ['X.consult-done', 'consult + consult.review', done({ artifact }), open('validate')],
  ]),
  // A review that does not say in its own words what was looked at.
  ...['', 'CHECKED: none', 'CHECKED:\n- all fine', 'CHECKED:\n- C1: a header row', 'CHECKED:\n- change an order', 'CHECKED:\n- C1: what was read or run'].map((checked): Case =>
    ['X.review', 'loop.expert_review', submit(`FINDINGS: none\n${checked}`)]),
  ['X.consult-done', 'consult + consult.review', done({ artifact: 'FINDINGS: none\n' }), open('validate')],
  ['X.consult-done', 'loop.wave_execution + consult.review', done({ artifact: 'FINDINGS: none\n' }), { consult: { mode: 'review', query: 'q' } }],
  ['S.look-back', 'consult + consult.panel', { verb: 'status' }, open('reflect')],
  ['R1', 'loop.expert_review', flags('intent mismatch', 'consent')],
  ['R2', 'loop.expert_review', flags('approach failure', 'consent')],
  ['R2b', 'loop.expert_review', flags('intent mismatch')],
  ['R2b', 'loop.expert_review', flags('approach failure')],
  ['R3', 'loop.expert_review', submit(review(['BLOCKER', 'x'], ['WARNING', 'y'])), all],
  ['R3.breaker', 'loop.expert_review', submit(review(['BLOCKER', 'x'])), { ...all, ...enough }],
  ['R3', 'loop.expert_review', submit(review(['WARNING', 'y'])), last],
  ['R3.breaker', 'loop.expert_review', submit(review()), { ...last, ...enough }],
  ['R5', 'loop.expert_review', submit(review(['SUGGESTION', 'y'])), { ...all, ...enough }],
  ['F0', 'loop.review_feedback', answer('satisfied'), commanded],
  ['F1', 'loop.review_feedback', satisfied({ C1: 'proven' }), commanded],
  ['F1', 'loop.review_feedback', answer('satisfied')],
  ['F2', 'loop.review_feedback', answer('new-work', 'also XLSX')],
  ['X.answer', 'loop.review_feedback', answer('new-work')],
  ['P1', 'loop.paused', answer('continue')],
  ['X2', 'loop.wave_execution', { verb: 'cancel' }],
  ...['intent.clarify', 'intent.emit_brief', 'shape.extract', 'consult'].map((place): Case => ['X2', place, { verb: 'cancel' }]),
  ['N.cancel', 'completed', { verb: 'cancel' }],
  ['D1.ask → S5.again', 'completed', start(), unengaged],
  ['D1 → M1', 'completed', start({ points: 1 }), unengaged],
  ['D1 → M4', 'completed', start({ engagement: 'Autonomous' }), unengaged],
  ['X.answer', 'loop.paused', answer('perhaps')],
  // Beside the work.
  ...modes.map((mode): Case => ['K.open', 'shape.extract', { verb: 'consult', mode, query: 'q' }]),
  ['X.consult', 'shape.extract', { verb: 'consult', mode: 'panel', query: 'x'.repeat(2001) }],
  // Before there is a session, and a look at it.
  ['none', begun, answer('yes'), nothing],
  ['none', begun, score(7), nothing],
  ['S.consult-explore', 'consult', { verb: 'status' }, { purpose: 'explore' }],
  ['S.consult-reflect', 'consult', { verb: 'status' }, { purpose: 'reflect' }],
]

const named = ([rule, from, typed]: Case) => `${rule}: in ${from} on ${JSON.stringify(typed).slice(0, 90)}`

test.each(cases.map((one) => [named(one), one] as const))('%s', async (_, [rule, from, typed, of = {}]) => {
  const parts = partsOf(from)
  const soul = parts.find((part) => part.startsWith('soul.')) ?? 'soul.silent_audit'
  const service = parts.find((part) => part.startsWith('consult.')) ?? 'idle'
  const [main = ''] = parts.filter((part) => part !== soul && part !== service)
  const purpose = main === 'consult' ? { purpose: 'validate' as const } : {}
  const folder = makeFolder(hopingAt(main, { ...purpose, ...(of as Partial<Session>) }, { soul, service }))
  const before = folder.contents()
  const [id] = rule.split(' → ')
  const kind = rows.find((row) => row.id === id)?.kind
  const answered = await hoped(folder, typed).catch((error: unknown) => error)
  if (kind === 'invalid') {
    expect(answered).toBeInstanceOf(Failure)
    expect(answered).toMatchObject({ exitCode: 2, details: expect.arrayContaining([expect.any(String)]) })
  } else {
    expect(answered).toMatchObject({ rule, ok: kind !== 'block', to: savedHope(folder).state })
    // A refusal gives its reason to the agent, too.
    if (kind === 'block') expect(answered).toHaveProperty('ai', expect.stringMatching(/^Nothing happened: .{9,}\./m))
  }
  if (['invalid', 'block', 'no-op', 'show'].includes(kind ?? '')) expect(folder.contents()).toEqual(before)
})

test('every condition of the table holds for something that can be typed', () => {
  const tried = new Set(cases.flatMap(([rule]) => rule.split(' → ')))
  expect(rows.filter(({ id, when }) => when && !tried.has(id)).map(({ id }) => id)).toEqual([])
})

/** The rules of hope that are more than one row of its table. */

const standing = { irreversible: false, touches: [] }

test('five dimensions of 0 to 2 make a score of 0 to 10', () => {
  const all = (n: number) => ({ outcome: n, scope: n, constraints: n, success: n, done: n })
  const scored = (n: number) => specAfter({ ...empty, main: 'intent.acknowledge' }, { verb: 'score', dims: all(n) })
  expect([0, 1, 2].map(scored)).toEqual([{ total: 0 }, { total: 5 }, { total: 10 }])
  const bands = Array.from({ length: 11 }, (_, total) => specBand(total))
  expect(bands).toEqual([...Array(5).fill('clarify'), ...Array(3).fill('echo'), ...Array(3).fill('ready')])
})

const crossed = { verb: 'wave', done: [{ id: 'a' }], carry: [], mustNot: 'M1: changed an order' } as const
test.each<[from: string, more: object, brought: Typed, end: string, outcome: string]>([
  ['loop.review_feedback', {}, { verb: 'answer', word: 'satisfied' }, 'completed', 'satisfied'],
  ['consult', { purpose: 'validate', type: 'Plan' }, { verb: 'answer', word: 'skip' }, 'completed', 'output'],
  ['loop.decompose', {}, { verb: 'cancel' }, 'ended', 'cancelled'],
  ['loop.wave_execution', { items: [task('a')] }, crossed, 'ended', 'hard_stop'],
])('an end says how it came to it: from %s, with %j, %j leads to %s: %s', async (from, more, brought, end, outcome) => {
  const folder = makeFolder(hopingAt(from, more))
  await hoped(folder, brought)
  expect(savedHope(folder).session).toMatchObject({ main: end, outcome })
})

test('new work before the end is scored again, after it a new round begins, in which the developer takes part as before', async () => {
  const before = makeFolder(hopingAt('loop.review_feedback'))
  const more = await hoped(before, { verb: 'answer', word: 'new-work', said: '- also XLSX\n- and a footer' })
  expect(more).toMatchObject({ main: 'loop.spec_scoring' })
  expect(more.ai).toMatch(/No criterion covers these points of ACCEPTANCE:\n\n(- .*\n)*- ACCEPTANCE 3: also XLSX\n/)
  expect(savedHope(before).session.brief?.acceptance.slice(-2)).toEqual(['also XLSX', 'and a footer'])
  const after = makeFolder(hopingAt('completed', { items: [task('a')], rounds: 3, wave: 4, decisions: ['x'] }))
  const round = await hoped(after, { verb: 'start', text: 'Fix the export' })
  expect(round).toMatchObject({ main: 'intent.acknowledge', type: 'Debug', engagement: 'Collaborative' })
  const { session } = savedHope(after)
  expect(session).toMatchObject({ text: 'Fix the export', items: [], rounds: 0, wave: 0, decisions: [] })
  expect([session.spec, session.brief, session.shape]).toEqual([undefined, undefined, undefined])
})

test('after ten waves a person is asked, whatever the reviews find', async () => {
  const folder = makeFolder(hopingAt('loop.wave_execution', { items: [task('a')] }))
  let waves = 0
  for (let { session } = savedHope(folder); session.main !== 'loop.paused'; { session } = savedHope(folder)) {
    if (session.main === 'loop.wave_execution') {
      waves++
      const open = session.items.filter(({ done }) => !done).map(({ id }) => ({ id, reason: 'it was locked' }))
      await hoped(folder, { verb: 'wave', done: open, carry: [] })
    } else {
      await hoped(folder, { verb: 'submit', artifact: review(['BLOCKER', `again ${waves}`]) })
    }
    expect(waves).toBeLessThanOrEqual(10)
  }
  expect(waves).toBe(10)
  await hoped(folder, { verb: 'answer', word: 'continue' })
  expect(savedHope(folder).session).toMatchObject({ main: 'loop.wave_execution', limit: 20 })
})

test('what is trivial, and what is critical', () => {
  expect(isTrivial(standing)).toBe(false)
  expect(isTrivial({ ...standing, points: 3 })).toBe(true)
  expect(isTrivial({ ...standing, points: 4 })).toBe(false)
  expect(isTrivial({ ...standing, points: 3, touches: ['external-api'] })).toBe(false)
  expect(tierOf({ ...standing, points: 13 })).toBe('critical')
  expect(tierOf({ ...standing, points: 12.5 })).toBe('standard')
  for (const what of ['auth', 'data', 'infra'] as const)
    expect(tierOf({ ...standing, points: 1, touches: [what] })).toBe('critical')
})

test('every cycle that the specification caps is capped', () => {
  expect(definition.caps?.map(({ counter, most }) => [counter, most])).toEqual([
    ['rounds', 3],
    ['returns', 3],
    ['repairs', 3],
    ['stalls', 3],
    ['wave', undefined],
  ])
})

const required: Readonly<Partial<Record<Kind, readonly (keyof RowText)[]>>> = {
  advance: ['summary'],
  stay: ['summary'],
  block: ['because', 'next'],
  'no-op': ['because', 'next'],
  invalid: ['refusal'],
  // Who acts is in the last line.
  show: ['title', 'ai', 'where'],
}

test('every row has a text with all that its kind needs, and every text has its row', () => {
  const lacking = definition.rows.flatMap(({ id, kind }) =>
    (required[kind] ?? []).filter((part) => !hopeTexts.rows.get(id)?.[part]).map((part) => `${id}: ${part}`),
  )
  expect(lacking).toEqual([])
  const ids = new Set(definition.rows.map(({ id }) => id))
  expect([...hopeTexts.rows.keys()].filter((id) => !ids.has(id))).toEqual(['undo'])
})

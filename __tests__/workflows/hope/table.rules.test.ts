import type { Kind } from '../../../src/engine/definition'
import type { RowText } from '../../../src/workflow/texts'
import { definition } from '../../../src/workflows/hope'
import { isTrivial, specAfter, specBand, tierOf } from '../../../src/workflows/hope/request'
import { empty } from '../../../src/workflows/hope/session'
import { makeFolder } from '../../support/folder'
import { hoped, hopeTexts, hopingAt, review, savedHope, type Typed, task } from '../../support/hope-session'

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

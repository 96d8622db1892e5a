import { turnIn } from '../../../src/workflows/hope'
import { shapeOfRequest } from '../../../src/workflows/hope/artifact'
import { leftFindings } from '../../../src/workflows/hope/blockers'
import { saidBefore } from '../../../src/workflows/hope/payload'
import type { Session } from '../../../src/workflows/hope/session'
import { makeFolder } from '../../support/folder'
import { hoped, hopingAt, known, savedHope, type Typed, task } from '../../support/hope-session'

const a = task('a', { files: ['src/csv.js'] })
const c = task('c', { files: ['docs'] })

test('what a wave has brought is kept with its items and in the history', async () => {
  const folder = makeFolder(
    hopingAt('loop.wave_execution', { round: 1, items: [a, c, task('d', { dependsOn: ['a'], files: ['lib'] })] }),
  )
  await hoped(folder, {
    verb: 'wave',
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
  })
  expect(savedHope(folder).session.items[0]).toMatchObject({ done: true, wave: 1, outcome: 'quotes are doubled' })
  expect(JSON.parse(folder.read('.ai/hope/history.jsonl')).about).toEqual({
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
  })
})

/** What an agent hands in that has done nothing, or that gives the developer words they did not say. */

const shape = {
  ...known.shape,
  criteria: [{ id: 'C1', text: 'a header row', verify: '`npm test`' }],
  mustNot: ['lose an order'],
}
const two = {
  shape,
  items: [
    task('head', { text: 'Write the header row', criteria: ['C1'] }),
    task('rows', { criteria: ['C1'] }),
    task('docs'),
  ],
}
const wave = (done: readonly string[], more: object = {}): Typed => ({
  verb: 'wave',
  done: done.map((id) => ({ id, reason: 'seen in the file' })),
  carry: two.items.filter(({ id }) => !done.includes(id)).map(({ id }) => ({ id, reason: 'later' })),
  ...more,
})
const working = (context: Partial<Session> = {}) => makeFolder(hopingAt('loop.wave_execution', { ...two, ...context }))

test('what a command shows is done only once a file has changed since the work began', async () => {
  const folder = working({ tree: 'a' })
  const shown = { C1: 'proven' } as const
  expect(await hoped(folder, wave(['head'], { tree: 'a', shown }))).toMatchObject({
    rule: 'W0',
    ai: expect.stringContaining('head: no file has changed since the work began'),
  })
  // What no command shows may change no file.
  expect(await hoped(working({ tree: 'a' }), wave(['docs'], { tree: 'a', shown }))).toMatchObject({ rule: 'W7' })
  expect(await hoped(folder, wave(['head'], { tree: 'b', shown }))).toMatchObject({ rule: 'W7' })
})

test('trivial work, too, has changed a file, and what an item names is here', async () => {
  const small: Partial<Session> = {
    short: true,
    items: [task('do')],
    shape: { ...shape, criteria: [{ id: 'C1', text: 'a header row' }] },
  }
  const said = (more: object): Typed => ({
    verb: 'wave',
    done: [{ id: 'do', reason: 'we had lunch over it' }],
    carry: [],
    ...more,
  })
  const refused = await hoped(working({ ...small, tree: 'a' }), said({ tree: 'a' }))
  expect(refused.ai).toContain('do: no file has changed since the work began')
  expect(await hoped(working({ ...small, tree: 'a' }), said({ tree: 'b' }))).toMatchObject({
    main: 'loop.review_feedback',
  })
  const named = { ...small, items: [task('do', { files: ['src/csv.js', 'docs/**'] })] }
  expect((await hoped(working(named), said({ absent: ['src/csv.js'] }))).ai).toContain('do: not here: src/csv.js')
})

test('what an agent says for the developer is called so, if it is more than the word', async () => {
  const decided = async (more: object) => {
    const folder = makeFolder(hopingAt('loop.shape_approval', { items: [] }))
    await hoped(folder, { verb: 'answer', word: 'yes', ...more } as Typed)
    return savedHope(folder).session.decisions.at(-1)
  }
  expect(await decided({ said: 'Yes, and no tests' })).toMatch(/; the agent passes on: “Yes, and no tests”$/)
  expect(await decided({ said: 'Yes, and no tests', typed: true })).toMatch(/; the developer: “Yes, and no tests”$/)
  expect(await decided({ said: 'Yes.' })).not.toContain('passes on')
})

test('what is carried over says why', async () => {
  const bare: Typed = { verb: 'wave', done: [], carry: two.items.map(({ id }) => ({ id, reason: ' ' })) }
  expect(await hoped(working(), bare)).toMatchObject({
    rule: 'W0',
    ai: expect.stringContaining('docs: say why it is carried over: --carry "docs: why"'),
  })
})

test('an item that is handed in again as it was stays done', async () => {
  const [head, ...others] = two.items
  const folder = working({ items: [{ ...task('head'), ...head, done: true, wave: 1, outcome: 'one row' }, ...others] })
  const artifact = `ITEMS:\n- head: ${head?.text} (criteria: C1)\n- rows: Write a row for each order (criteria: C1)\n`
  await hoped(folder, { verb: 'submit', artifact })
  const done = savedHope(folder).session.items.filter((item) => item.done)
  expect(done).toMatchObject([{ id: 'head', wave: 1, outcome: 'one row' }])
})

describe('a review says what it found and what it looked at', () => {
  const at = (artifact: string) =>
    hoped(makeFolder(hopingAt('loop.expert_review', { shape, items: [task('a', { done: true })] })), {
      verb: 'submit',
      artifact,
    }).catch(({ details }) => details)

  test('a BLOCKER without a text is no review without one', async () => {
    expect(await at('FINDINGS:\n- BLOCKER:\nCHECKED:\n- C1, M1: orders.js, run by hand\n')).toEqual([
      expect.stringContaining('findings[0].text: must not be empty'),
    ])
  })

  test('one that turns the work back needs the developer’s yes', () => {
    const { submit } = saidBefore
    if (typeof submit !== 'function') throw new Error('it needs none')
    expect([['R1'], ['R2'], ['R5'], ['L9']].map((rows) => submit({}, rows))).toEqual([
      'yes',
      'yes',
      undefined,
      undefined,
    ])
  })
})

test('a warning that is settled is not left', () => {
  const findings = ['WARNING: no zone', 'SUGGESTION: a shorter name']
  const warnings = [{ name: 'W1', text: 'no zone', how: 'the zone is UTC' }]
  expect(leftFindings({ findings, warnings })).toEqual(['SUGGESTION: a shorter name'])
  expect(leftFindings({ findings, warnings: [{ name: 'W1', text: 'no zone' }] })).toEqual(findings)
})

test('who is to answer is said where only the developer can', () => {
  const turnAt = (main: Session['main'], soul = 'soul.silent_audit') =>
    turnIn(`${soul} + ${main} + idle`, { ...known, main })
  expect(turnAt('loop.stall_detection')).toMatchObject({ who: 'you', does: expect.stringContaining('**unblocked**') })
  expect(turnAt('intent.acknowledge', 'soul.ask_engagement').does).toContain('**Autonomous**')
})

test('of small work a criterion counts once, however often the request says it', () => {
  expect(shapeOfRequest('Export orders\nDONE:\n- a header row\n- A header row.\n- a row each').criteria).toHaveLength(2)
})

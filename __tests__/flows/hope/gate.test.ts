import { checksOf } from '../../../src/flows/hope/checks'
import { footerOf, gate } from '../../../src/flows/hope/gate'
import { engagements } from '../../../src/flows/hope/marker'
import type { Shape } from '../../../src/flows/hope/schemas'
import type { Result } from '../../../src/flows/hope/session'
import { type Standing, standings } from '../../../src/proof/criteria/counts'
import { makeFolder } from '../../support/folder'
import { hoped, hopingAt, known, savedHope, task } from '../../support/hope-session'

/** What holds, and what is said of it: a command is proven, and a report is only a claim. */

const reported = (criterion: string, evidence: string, pass = true) =>
  ({ criterion, pass, evidence, reference: 'x y' }) as Result
const shaped = (more: Partial<Shape>) => ({ ...known.shape, ...more })

describe('what has no command', () => {
  const shape = shaped({ criteria: [{ id: 'C1', text: 'A header row' }], mustNot: ['change an order'] })
  const judged = (...results: Result[]) => gate({ shape, results, shown: {} })
  test.each([
    ['execution-output', true, 'claimed', 'reported: execution output'],
    ['observation', true, 'claimed', 'reported: observation'],
    ['measurement', true, 'claimed', 'reported: measurement'],
    ['code-review', true, 'claimed', 'reported: code review'],
    ['assumption', true, 'open', 'an assumption is no evidence'],
    ['measurement', false, 'failed', 'it failed'],
  ])('with %s (%s) is %s', (evidence, pass, standing, because) =>
    expect(judged(reported('c1', evidence, pass))[0]).toMatchObject({
      standing,
      because,
      passes: standing === 'claimed',
    }),
  )
  test('needs a result, a limit, too', () => {
    expect(judged().map(({ standing, because }) => [standing, because])).toEqual([
      ['open', 'there is no result for it'],
      ['open', 'there is no result for it'],
    ])
    expect(judged(reported('m1', 'observation'))[1]).toMatchObject({ check: { id: 'M1', isLimit: true }, passes: true })
    expect(judged(reported('M1', 'observation', false))[1]).toMatchObject({ passes: false, because: 'it was crossed' })
  })
})

test('a limit has no id that a criterion has, and may have a command, too', () => {
  const checks = checksOf({ criteria: [{ id: 'm1', text: 'Mine' }], mustNot: ['a (verify: git diff --quiet)', 'b'] })
  expect(checks.map(({ id, text, hasCommand }) => [id, text, hasCommand])).toEqual([
    ['m1', 'Mine', false],
    ['M2', 'a', true],
    ['M3', 'b', false],
  ])
})

describe('the footer', () => {
  const results = (...evidence: readonly string[]) =>
    ['C1', 'C2', 'M1', 'M2'].map((id, index) => reported(id, evidence[index] ?? 'observation'))
  const session = { ...known, risk: { irreversible: false, touches: [] }, results: results() }
  const commanded = shaped({ criteria: [{ id: 'C1', text: 'x', verify: 'npm test' }], mustNot: [] })

  test.each([
    [false, ['measurement', 'execution-output'], '🟡 MONITOR'],
    [true, ['execution-output'], '🟡 MONITOR'],
    [false, ['execution-output', 'code-review'], '🟡 MONITOR'],
    [false, ['execution-output', 'assumption'], '🔴 RESEARCH'],
    [true, ['assumption'], '🔴 RESEARCH'],
  ] as const)('of what is irreversible (%s) on %j goes by the weakest: %s', (irreversible, evidence, verdict) => {
    const risk = { irreversible, touches: [] }
    expect(footerOf({ ...session, risk, results: results(...evidence) }).startsWith(verdict)).toBe(true)
  })
  test('says to look again if something has no result', () => {
    expect(footerOf({ ...session, results: results().slice(1) })).toMatch(/^🔴 RESEARCH/)
    expect(footerOf({ ...session, shape: undefined })).toMatch(/^🔴 RESEARCH · nothing shown · /)
  })
  test('counts, and says of taking it back only what the shape says', () => {
    expect(footerOf(session)).toBe('🟡 MONITOR · 4 claimed · rollback: not said · main risk: none named')
    const shape = { ...commanded, rollback: 'git revert, a minute' }
    expect(footerOf({ ...session, shape, shown: { C1: 'proven' } })).toBe(
      '🟢 SHIP · 1 proven · rollback: git revert, a minute · main risk: none named',
    )
  })
  test('is left out of trivial work, and says what was declared irreversible', () => {
    const trivial = { points: 1, irreversible: false, touches: [] }
    expect(footerOf({ ...session, risk: trivial })).toBe('')
    const declared = '🟡 MONITOR · declared irreversible · 4 claimed · '
    expect(footerOf({ ...session, risk: trivial, items: [task('a', { reversible: false })] })).toContain(declared)
    const irreversible = { ...session, shape: commanded, shown: { C1: 'proven' } as const }
    expect(footerOf({ ...irreversible, risk: { irreversible: true, touches: [] } })).toMatch(/^🟡 MONITOR/)
  })
})

describe.each(['C1', 'M1'])('only a proof of its command leads on, whatever is reported of %s', (id) => {
  const mine = { text: 'x', verify: 'npm test' }
  const shape = shaped(
    id === 'C1' ? { criteria: [{ id, ...mine }], mustNot: ['y'] } : { mustNot: ['x (verify: npm test)'] },
  )
  const others = ['C1', 'C2', 'M1'].filter((other) => other !== id && (other !== 'C2' || id === 'M1'))
  const cases = [...standings, undefined].flatMap((standing) =>
    engagements.flatMap((engagement) =>
      ['pass', 'fail', undefined].map((said) => [standing, engagement, said] as const),
    ),
  )
  test.each(cases)('%s, %s, reported: %s', async (standing, engagement, said) => {
    const shown = (standing ? { [id]: standing } : {}) as Record<string, Standing>
    const lines = [...others.map((other) => `- ${other} | pass | observation | seen`)]
    const artifact = `RESULTS:\n${[...lines, ...(said ? [`- ${id} | ${said} | execution output | npm test: 0`] : [])].join('\n')}\n`
    const gated = makeFolder(hopingAt('loop.verify_gate', { shape, engagement }))
    const verdict = await hoped(gated, { verb: 'submit', artifact, shown })
    const isProven = standing === 'proven'
    expect(verdict.rule).toBe(isProven && said !== 'fail' ? 'V1' : isProven || standing === 'failed' ? 'V2' : 'V0')
    expect(verdict.developer).not.toMatch(/SHIP|verified/)
    // A file was edited after the proof, or a command never ran: the end asks again.
    const results = others.map((other) => reported(other, 'observation'))
    const before = { shape, engagement, results, shown: { [id]: 'proven' } as Record<string, Standing> }
    const feedback = makeFolder(hopingAt('loop.review_feedback', before))
    const ended = await hoped(feedback, { verb: 'answer', word: 'satisfied', shown })
    expect([ended.ok, ended.outcome, savedHope(feedback).session.outcome]).toEqual(
      isProven ? [true, 'advanced', 'satisfied'] : [false, 'blocked', undefined],
    )
    expect(ended.ai.includes(`\`spell hope prove ${id}\``)).toBe(!isProven)
    const look = await hoped(feedback, { verb: 'status', shown })
    if (!isProven) expect(look.developer).not.toMatch(/SHIP|verified/)
  })
})

import { audit } from '../../../src/flows/hope/audit'
import { checksOf } from '../../../src/flows/hope/checks'
import { footerOf } from '../../../src/flows/hope/footer'
import { gate, isEnough, readyItems, specBand, strong } from '../../../src/flows/hope/formulas'
import type { Shape } from '../../../src/flows/hope/schemas'
import { empty, type Result, type Session } from '../../../src/flows/hope/session'
import { known, task } from '../../support/hope-session'

/** What is computed, and what it decides. */

describe('ready is what is not done and builds on nothing that is open', () => {
  const chain = [task('a'), task('b', { dependsOn: ['a'] }), task('c', { dependsOn: ['a', 'b'] })]
  test.each([
    [[], ['a']],
    [['a'], ['b']],
    [['a', 'b'], ['c']],
    [['a', 'b', 'c'], []],
  ])('where %j is done, %j', (done, ready) => {
    const items = chain.map((item) => ({ ...item, done: done.includes(item.id as never) }))
    expect(readyItems(items).map(({ id }) => id)).toEqual(ready)
  })
})

test('it is enough at the limit of waves or of costs, whichever comes first', () => {
  expect(isEnough({ limit: 10 }, { wave: 9, spent: 1e6 })).toBe(false)
  expect(isEnough({ limit: 10 }, { wave: 10, spent: 0 })).toBe(true)
  expect(isEnough({ limit: 10, budget: 5 }, { wave: 1, spent: 4.99 })).toBe(false)
  expect(isEnough({ limit: 10, budget: 5 }, { wave: 1, spent: 5 })).toBe(true)
})

describe('the gate', () => {
  const criteria = [{ id: 'C1', text: 'A header row' }]
  const result = (evidence: string, pass = true, criterion = 'C1') =>
    ({ criterion, pass, evidence, reference: 'x y' }) as Result
  const shape = { ...(known.shape as Shape), criteria, mustNot: ['change an order'] }
  const judged = (...results: Result[]) => gate({ shape, results, shown: {} })[0]
  test('wants a result for each criterion, by its id', () => {
    expect(judged()).toMatchObject({ passes: false, because: 'there is no result for it' })
    expect(judged(result('observation', true, 'c1'))).toMatchObject({ passes: true })
  })
  test.each(strong)('takes %s', (evidence) =>
    expect(judged(result(evidence))).toMatchObject({ passes: true, monitored: false }),
  )
  test('takes what was only read, to be monitored', () =>
    expect(judged(result('code-review'))).toMatchObject({ passes: true, monitored: true }))
  test('calls what an agent says reported, whatever it says', () => {
    expect(judged(result('execution-output'))).toMatchObject({
      because: 'reported: execution output',
      shownBy: { basis: 'reported' },
    })
    expect(judged(result('code-review'))?.because).toBe('reported: code review, ship with monitoring')
  })
  test('wants a result for each limit, too', () => {
    const limit = (...results: Result[]) => gate({ shape, results, shown: {} })[1]
    expect(limit()).toMatchObject({ check: { id: 'M1', isLimit: true }, passes: false })
    expect(limit(result('observation', true, 'm1'))).toMatchObject({ passes: true })
    expect(limit(result('observation', false, 'M1'))).toMatchObject({ passes: false, because: 'it was crossed' })
  })
  test('gives a limit no id that a criterion has', () => {
    const ids = checksOf({ criteria: [{ id: 'm1', text: 'Mine' }], mustNot: ['a', 'b'] }).map(({ id }) => id)
    expect(ids).toEqual(['m1', 'M2', 'M3'])
  })
  test('takes no assumption, and nothing that failed', () => {
    expect(judged(result('assumption'))?.passes).toBe(false)
    expect(judged(result('measurement', false))?.passes).toBe(false)
  })
})

describe('the footer', () => {
  const results = (...evidence: readonly string[]) =>
    ['C1', 'C2', 'M1', 'M2'].map(
      (criterion, index) =>
        ({ criterion, pass: true, evidence: evidence[index] ?? 'observation', reference: 'npm test' }) as Result,
    )
  const session = { ...known, risk: { irreversible: false, touches: [] }, results: results() }
  const shaped = (more: Partial<Shape>) => ({ ...(known.shape as Shape), ...more })

  test.each([
    [false, ['measurement', 'execution-output'], '🟢 SHIP'],
    [true, ['execution-output'], '🟡 MONITOR'],
    [false, ['execution-output', 'code-review'], '🟡 MONITOR'],
    [false, ['execution-output', 'observation', 'code-review'], '🟡 MONITOR'],
    [false, ['execution-output', 'assumption'], '🔴 RESEARCH'],
    [true, ['assumption'], '🔴 RESEARCH'],
  ] as const)('of what is irreversible (%s) on %j goes by the weakest: %s', (irreversible, evidence, verdict) => {
    const risk = { irreversible, touches: [] }
    expect(footerOf({ ...session, risk, results: results(...evidence) }).startsWith(verdict)).toBe(true)
  })
  test('says nothing but to look again if something has no result', () => {
    expect(footerOf({ ...session, results: results().slice(1) })).toMatch(/^🔴 RESEARCH/)
    expect(footerOf({ ...session, shape: undefined })).toMatch(/^🔴 RESEARCH/)
  })
  test('says whose evidence it is, and of taking it back only what the shape says', () => {
    expect(footerOf({ ...session, results: results('execution-output', 'code-review') })).toBe(
      '🟡 MONITOR · reported: execution output, code review, observation · rollback: not said · main risk: none named',
    )
    const touchesData = { ...session, risk: { irreversible: false, touches: ['data'] as const } }
    expect(footerOf(touchesData)).toContain('🟢 SHIP · reported: observation · rollback: not said · ')
    expect(footerOf({ ...touchesData, shape: shaped({ rollback: 'git revert, a minute' }) })).toContain(
      'rollback: git revert, a minute',
    )
    expect(footerOf({ ...session, results: [] })).toContain('🔴 RESEARCH · nothing shown · ')
  })
  test('is left out of trivial work, and says what was declared irreversible', () => {
    const trivial = { points: 1, irreversible: false, touches: [] }
    expect(footerOf({ ...session, risk: trivial })).toBe('')
    const declared = '🟡 MONITOR · declared irreversible · reported: observation · '
    expect(footerOf({ ...session, risk: trivial, items: [task('a', { reversible: false })] })).toContain(declared)
    expect(footerOf({ ...session, risk: { irreversible: true, touches: [] } })).toContain(declared)
  })
})

describe('the audit', () => {
  const at = (more: Partial<Session>, confused = false) => audit({ ...known, main: 'user_need', ...more }, confused)
  test('goes by the score and the fit first', () => {
    expect(at({ spec: { total: 4, domain: 10 } }).verdict).toBe('CLARIFY')
    expect(at({ spec: { total: 4, domain: 10 }, waived: true }).verdict).toBe('PROCEED')
    expect(at({ spec: { total: 2, domain: 0 }, waived: true }).verdict).toBe('EXPLORE')
    expect(at({ approach: 'unknown' }).verdict).toBe('EXPLORE')
    expect(audit({ ...empty, main: 'user_need' }, false)).toEqual({ verdict: 'PROCEED', advice: [] })
  })
  test('advises if there is no shape, no proof, nothing but assumption, or a developer who is lost', () => {
    expect(audit({ ...empty, main: 'loop.decompose' }, false).advice.join()).toContain('no shape')
    expect(at({}).advice.join()).toContain('No criterion says how it is verified')
    const { shape } = known
    const verified = { ...shape, criteria: [{ id: 'C1', text: 'x', verify: 'npm test' }] } as NonNullable<
      Session['shape']
    >
    expect(at({ shape: verified }).advice).toEqual([])
    const assumed = [{ criterion: 'C1', pass: true, evidence: 'assumption', reference: 'x' } as Result]
    expect(at({ results: assumed }).advice.join()).toContain('assumption')
    expect(at({ results: [{ ...assumed[0], evidence: 'observation' } as Result] }, true).advice).toHaveLength(1)
  })
})

test('bands meet without a gap', () => {
  const bands = Array.from({ length: 11 }, (_, total) => specBand(total))
  expect(bands.join()).toBe([...Array(5).fill('clarify'), ...Array(3).fill('echo'), ...Array(3).fill('ready')].join())
})

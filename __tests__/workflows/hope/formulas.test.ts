import fc from 'fast-check'
import { audit } from '../../../src/workflows/hope/audit'
import { modeIn } from '../../../src/workflows/hope/consult-mode'
import { decisionOf, footerOf, verdictOf } from '../../../src/workflows/hope/footer'
import {
  bondOf,
  gate,
  isEnough,
  readyItems,
  specBand,
  strong,
  verdicts,
  votes,
} from '../../../src/workflows/hope/formulas'
import { empty, type Result, type Session } from '../../../src/workflows/hope/session'
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
  const judged = (...results: Result[]) => gate(criteria, results)[0]
  test('wants a result for each criterion, by its id or its words', () => {
    expect(judged()).toMatchObject({ passes: false, because: 'there is no result for it' })
    expect(judged(result('observation', true, ' a HEADER  row'))).toMatchObject({ passes: true })
  })
  test.each(strong)('takes %s', (evidence) =>
    expect(judged(result(evidence))).toMatchObject({ passes: true, monitored: false }),
  )
  test('takes what was only read, to be monitored', () =>
    expect(judged(result('code-review'))).toMatchObject({ passes: true, monitored: true }))
  test('takes no assumption, and nothing that failed', () => {
    expect(judged(result('assumption'))?.passes).toBe(false)
    expect(judged(result('measurement', false))?.passes).toBe(false)
  })
})

test('every four votes have one verdict: shared files are for one alone, a tie is for the subagent, otherwise the most votes win', () => {
  const anyVote = fc.constantFrom(...verdicts)
  fc.assert(
    fc.property(fc.record(Object.fromEntries(votes.map((vote) => [vote, anyVote]))), (given) => {
      const asked = given as Parameters<typeof bondOf>[0]
      const verdict = bondOf(asked)
      const count = (one: string) => Object.values(given).filter((vote) => vote === one).length
      if (asked.files === 'solo') expect(verdict).toBe('solo')
      else if (verdict !== 'subagent')
        for (const other of verdicts) expect(other === verdict || count(other) < count(verdict)).toBe(true)
    }),
  )
  expect(bondOf({ independence: 'team', files: 'team', coordination: 'solo', scope: 'solo' })).toBe('subagent')
})

describe('the footer', () => {
  const results = (evidence: string) => [{ criterion: 'C1', pass: true, evidence, reference: 'npm test' } as Result]
  test.each([
    ['2A', 'measurement', 'SHIP'],
    ['2B', 'execution-output', 'SHIP'],
    ['1', 'execution-output', 'MONITOR'],
    ['2A', 'code-review', 'MONITOR'],
    ['2A', 'assumption', 'RESEARCH'],
    ['1', 'assumption', 'RESEARCH'],
  ] as const)('of a decision %s on %s says %s', (decision, evidence, verdict) => {
    expect(verdictOf(decision, results(evidence))).toBe(verdict)
  })
  test('says nothing if nothing was seen but to look again', () => expect(verdictOf('2A', [])).toBe('RESEARCH'))
  test('is as long as what is at stake', () => {
    const small = { ...empty, risk: { points: 1, irreversible: false, touches: [] }, results: results('observation') }
    expect(footerOf(small)).toBe('')
    expect(footerOf({ ...small, risk: { irreversible: false, touches: [] } }).split('\n')).toHaveLength(1)
    const large = { ...small, risk: { irreversible: true, touches: [] } }
    expect(
      footerOf(large)
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual([expect.stringContaining('MONITOR'), 'Basis', 'Unverified', 'Alternative', 'Risk'])
    expect(decisionOf({ ...empty, items: [task('a', { reversible: false })] })).toBe('1')
  })
})

describe('a way of consulting is known by its words', () => {
  test.each([
    ['which database', 'panel'],
    ['a debate on queues', 'panel'],
    ['summon Ada on loops', 'single'],
    ['a thorough review of this', 'review'],
    ['review against the spec', 'review'],
    ['explore queues', 'explore'],
    ['what if there were no database', 'explore'],
    ['brainstorming', 'explore'],
    ['I am stuck', 'unblock'],
    ['unblock me, then explore', 'unblock'],
  ] as const)('%s: %s', (text, mode) => expect(modeIn(text)).toBe(mode))
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

import { readdirSync } from 'node:fs'
import { sendCanary } from '../../../../src/commands/canary/canary'
import { violations } from '../../../../src/commands/canary/violations'
import { judgeCommit } from '../../../../src/guard/guard'
import { proofRule } from '../../../../src/rules/check/proof-rule'
import { rules } from '../../../../src/rules/check/rules'
import type { Flight } from '../../../../src/rules/doctor/canary-output'
import { edgeAt } from '../../../support/casting'
import { makeFolder } from '../../../support/folder'
import { plainEnv } from '../../../support/git-repository'

// Real repositories on slow machines.
jest.setTimeout(60_000)
jest.mock('../../../../src/cli/cast-context', () => {
  const { compileHooks } = jest.requireActual('../../../../scripts/compile-hooks')
  const { texts } = jest.requireActual('../../../support/engineer-texts')
  return { loadJson: () => compileHooks('templates/hooks'), loadTexts: () => texts }
})
jest.mock('../../../../src/rules/check/proof-rule', () => {
  const rule = jest.requireActual('../../../../src/rules/check/proof-rule')
  return { ...rule, proofRule: jest.fn(rule.proofRule) }
})
jest.mock('../../../../src/guard/guard', () => {
  const guard = jest.requireActual('../../../../src/guard/guard')
  return { ...guard, judgeCommit: jest.fn(guard.judgeCommit) }
})
const [realRule, realJudge] = [proofRule, judgeCommit].map((fn) => jest.mocked(fn as jest.Mock).getMockImplementation())
afterEach(() => {
  jest.mocked(proofRule).mockImplementation(realRule as typeof proofRule)
  jest.mocked(judgeCommit).mockImplementation(realJudge as typeof judgeCommit)
})

const send = async (): Promise<Flight> => sendCanary({ ...edgeAt(makeFolder()), env: plainEnv }, ['false'])
const missed = ({ planted }: Flight) =>
  planted.flatMap(({ name, doors }) => doors.filter(({ refused }) => !refused).map(({ door }) => `${name}: ${door}`))

// The hook decides by itself, as the program that it asks is none.
test('every known violation is refused, and honest work is not', async () => {
  const temporary = makeFolder()
  const was = process.env.TMPDIR
  process.env.TMPDIR = temporary.path
  const flight = await send().finally(() => {
    if (was === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = was
  })
  expect({ missed: missed(flight), honest: flight.honest }).toEqual({ missed: [], honest: [] })
  expect(readdirSync(temporary.path)).toEqual([])
})

test('a rule of the check that finds nothing any more is missed', async () => {
  jest.mocked(proofRule).mockResolvedValue({ findings: [], noted: [] })
  expect(missed(await send())).toEqual([
    'A tick without a proof: check criterion-not-proven',
    'Code that changed after its proof: check criterion-not-proven',
    'A proof that was edited: check proof-broken',
    'A proof that was copied from another criterion: check proof-broken',
    'Proofs of another piece of work: check proof-broken',
    'A proof that was taken out: check proof-broken',
  ])
})

test('a guard that lets everything pass is missed', async () => {
  jest.mocked(judgeCommit).mockResolvedValue({ verdict: 'no-work' })
  expect(missed(await send())).toContain('A commit while an applied review waits to be archived: guard')
})

test('a check that finds something in everything is told as well', async () => {
  const place = { where: '.ai' }
  const finding = { ...place, rule: 'proof-broken', message: 'All of it.', fix: 'git log' } as const
  jest.mocked(proofRule).mockResolvedValue({ findings: [finding], noted: [] })
  expect((await send()).honest).toEqual(['check proof-broken'])
})

test('each rule that is expected is one', () => {
  const named = violations.flatMap(({ doors }) =>
    doors.flatMap((door) => (door.startsWith('check ') ? [door.slice('check '.length)] : [])),
  )
  expect(named.filter((rule) => !Object.hasOwn(rules, rule))).toEqual([])
})

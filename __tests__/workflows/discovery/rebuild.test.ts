import { phases, states } from '../../../src/workflows/discovery/phases'
import { holdsIn, rebuildIn } from '../../../src/workflows/discovery/rebuild'
import type { PastStep } from '../../../src/workflows/workflow'
import { artifactFile, artifacts, plan, simple } from '../../support/discovery-plan'

const rebuild = rebuildIn(plan.folder, 'csv-export')
const time = '2026-08-20T12:00:00Z'
const approvals = (...approved: readonly (typeof phases)[number][]): PastStep[] =>
  approved.map((phase) => ({ time, from: `${phase}_awaiting_human_review`, to: 'x', row: 'P.hu' }))
const probeOf = (...there: readonly (typeof phases)[number][]) =>
  Object.fromEntries(there.map((phase) => [artifactFile(phase), JSON.stringify(artifacts[phase])]))

test('where nothing is left a plan begins anew', () => {
  const { state, context } = rebuild({}, [])
  expect({ state, context }).toMatchObject({
    state: 'discovery',
    context: { task: 'csv-export', phase: 'discovery', approvals: {} },
  })
})

test.each(phases.map((phase, index) => [phases.slice(0, index), phase] as const))(
  'after %j it stands in %s',
  (approved, phase) => {
    const { state, context } = rebuild(probeOf(...phases), approvals(...approved))
    expect({ state, phase: context.phase }).toEqual({ state: phase, phase })
  },
)

test('with everything approved it is verified', () => {
  expect(rebuild(probeOf(...phases), approvals(...phases)).state).toBe('verified')
})

test('an approval without its artifact counts for nothing', () => {
  expect(rebuild(probeOf('clarification'), approvals('discovery', 'clarification')).state).toBe('discovery')
  expect(rebuild({ [artifactFile('discovery')]: '{' }, approvals('discovery')).state).toBe('discovery')
})

test('contracts are skipped where they would be', () => {
  const probe = { ...probeOf('clarification'), [artifactFile('discovery')]: JSON.stringify(simple) }
  expect(rebuild(probe, approvals('discovery', 'clarification'))).toMatchObject({
    state: 'implementation_plan',
    context: { skip_contracts: true },
  })
})

test('what a replan has taken back is not approved any more', () => {
  const past = [...approvals(...phases), { time, from: 'verified', to: 'clarification', row: 'RP' }]
  expect(rebuild(probeOf(...phases), past).state).toBe('clarification')
})

test('whatever is there it comes to a state that there is', () => {
  for (const there of phases)
    for (const approved of phases) {
      expect(states).toContain(rebuild(probeOf(there), approvals(approved)).state)
    }
})

describe('what holds of a plan that was found again', () => {
  const holds = holdsIn(plan.folder)
  const known = rebuild(probeOf('discovery'), []).context

  test('nothing, where an artifact that it builds on is gone', () => {
    expect(holds(known, {}, [])).toBeUndefined()
    expect(holds(known, probeOf('discovery'), [])).toEqual(known)
  })

  test('the names of earlier versions and of archives that are there are taken', () => {
    const files = [
      `${plan.folder}/artifacts/contract_design_artifact.r3.json`,
      `${plan.folder}/artifacts/preserved_discovery.json`,
      `${plan.folder}/artifacts/preserved_discovery.r2.json`,
      `${plan.folder}/archive/2026-08-20-5/clarification_artifact.json`,
    ]
    expect(holds(known, probeOf('discovery'), files)).toMatchObject({
      revisions: { contract_design_artifact: 3 },
      restarts: 5,
    })
    expect(holds(known, probeOf('discovery'), files.slice(0, 3))).toMatchObject({ restarts: 3 })
  })
})

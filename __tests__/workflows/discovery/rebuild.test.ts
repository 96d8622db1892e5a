import { repair } from '../../../src/repair'
import { artifactKey, type Phase, phaseOf, phases, reviewerIn, states } from '../../../src/workflows/discovery/phases'
import { rebuildIn } from '../../../src/workflows/discovery/rebuild'
import type { PastStep } from '../../../src/workflows/workflow'
import { copyOf, type Folder, makeFolder } from '../../support/folder'
import {
  artifactFile,
  artifacts,
  begun,
  edgeOfPlan,
  plan,
  planned,
  saved,
  simple,
  stateFile,
  submitted,
} from '../../support/planning'

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

describe('a plan that was found again', () => {
  const again = { from: 'discovery', trigger: 'new_discovery', changes: 'A second module.' }
  /** The next thing that brings a plan nearer to its end; every contract is sent back once. */
  async function step(folder: Folder): Promise<void> {
    const { state, plan: known } = saved(folder)
    const reviewer = reviewerIn(state)
    if (state === 'verified') await planned(folder, 'replan', again)
    else if (!reviewer) await submitted(folder, artifacts[state as Phase])
    else if (state.startsWith('contracts') && !known.revisions.contract_design_artifact)
      await planned(folder, 'revise', { feedback: 'More.' })
    else await planned(folder, 'approve', { as: reviewer })
  }

  test.each<[what: string, lose: (folder: Folder) => void]>([
    ['whose state is broken', (folder) => folder.write({ [stateFile]: '{' })],
    ['whose state and backups are gone', (folder) => folder.remove(stateFile, '.ai/.local')],
    [
      'of which only the artifacts are left',
      (folder) => folder.remove(stateFile, '.ai/.local', `${plan.folder}/history.jsonl`),
    ],
  ])('%s comes to its end wherever it stood, and writes over nothing', async (_, lose) => {
    const walk = makeFolder()
    await planned(walk, 'start', begun)
    // Through the whole, and half of it once more.
    for (let count = 0; count < 28; count++) {
      await step(walk)
      const folder = copyOf(walk)
      lose(folder)
      await repair(plan, edgeOfPlan(folder))
      if (!('task' in saved(folder).plan)) await planned(folder, 'start', begun)
      const { state, plan: found } = saved(folder)
      const there = Object.keys(folder.contents())
      const claimed = phases.filter((phase) => artifactKey[phase] in found.context_store)
      expect(there).toEqual(expect.arrayContaining([...claimed.map(artifactFile), stateFile]))
      expect(reviewerIn(state) === undefined || claimed.includes(phaseOf(state) as Phase)).toBe(true)
      await planned(folder, 'replan', { ...again, force: true })
      for (let more = 0; saved(folder).state !== 'verified' && more < 30; more++) await step(folder)
      expect(saved(folder).state).toBe('verified')
      folder.remove('.')
    }
  })
})

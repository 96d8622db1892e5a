import fc from 'fast-check'
import { Failure } from '../../../src/failure/failure'
import { definition } from '../../../src/flows/discovery'
import { artifactKey, phases, reviewerIn, states } from '../../../src/flows/discovery/phases'
import type { Plan } from '../../../src/flows/discovery/plan'
import { holdsIn, rebuildIn } from '../../../src/flows/discovery/rebuild'
import type { Probe } from '../../../src/flows/flow'
import { undo } from '../../../src/steps/undo'
import { workIn } from '../../../src/work/work'
import {
  artifactFile,
  artifacts,
  begun,
  edgeOfPlan,
  noon,
  notReady,
  plan,
  planned,
  saved,
  simple,
  walkTo,
} from '../../support/discovery-plan'
import { type Folder, makeFolder } from '../../support/folder'
import { pastOf } from '../../support/past-steps'
import { isProving } from '../../support/proving'
import { withSureShare } from '../../support/random'

const rebuild = rebuildIn(definition, plan.folder, 'csv-export')
const probeIn = (folder: Folder): Probe =>
  Object.fromEntries(Object.entries(folder.contents()).filter(([path]) => path in plan.probes))

const pastIn = (folder: Folder) => pastOf(folder, plan)
const found = (folder: Folder) => rebuild({ probe: probeIn(folder), past: pastIn(folder) })

describe('the history tells a plan again, with every word that was said', () => {
  test.each(states)('that stands in %s', async (state) => {
    const folder = makeFolder()
    await walkTo(folder, state)
    const { state: is, plan: context } = saved(folder)
    expect(found(folder)).toEqual({ state: is, context, isReplayed: true, lost: [], missing: [] })
  })

  test('whatever was done with it, in whatever order, and taken back', async () => {
    const texts = [artifacts.discovery, simple, artifacts.implementation_plan, notReady].map((one) =>
      JSON.stringify(one),
    )
    const revise = fc.constantFrom('More.', 'Less.\n').map((feedback) => ['revise', { feedback }] as const)
    const from = fc.constantFrom(...phases)
    const preserve = fc.constantFrom([], ['discovery'])
    const invalidate = fc.constantFrom([], ['Readers get 403'])
    const replan = fc
      .record({ from, preserve, invalidate, force: fc.boolean() }, { requiredKeys: ['from'] })
      .map((more) => ['replan', { trigger: 'new_discovery', changes: 'A module.', ...more }] as const)
    const act = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...texts).map((text) => ['submit', { text }] as const) },
      { weight: 8, arbitrary: fc.constant(['approve', {}] as const) },
      { weight: 2, arbitrary: revise },
      { weight: 1, arbitrary: fc.boolean().map((on) => ['autonomous', { on }] as const) },
      { weight: 2, arbitrary: replan },
      { weight: 2, arbitrary: fc.constant('undo' as const) },
    )
    const seen = new Set<string>()
    await withSureShare(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (walk) => {
        const folder = makeFolder()
        await planned(folder, 'start', { ...begun, autonomous: walk.length % 2 === 0 })
        for (const one of walk) {
          const doing =
            one === 'undo'
              ? undo(workIn(edgeOfPlan(folder).root, plan), edgeOfPlan(folder))
              : planned(folder, one[0], one[1])
          await doing.catch((error: unknown) => {
            if (!(error instanceof Failure)) throw error
          })
          if (folder.read(`${plan.folder}/state.json`).includes('"context": {}')) await planned(folder, 'start', begun)
        }
        const { state, plan: context } = saved(folder)
        seen.add(state)
        expect(found(folder)).toEqual({ state, context, isReplayed: true, lost: [], missing: [] })
        folder.remove('.')
      }),
      isProving ? 25 : 4,
      () => expect(seen.size).toBeGreaterThan(isProving ? 4 : 1),
    )
  })
})

test('an approval that was taken back does not count', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'contracts')
  await undo(workIn(edgeOfPlan(folder).root, plan), edgeOfPlan(folder))
  const { state, context } = found(folder)
  expect(state).toBe('clarification_awaiting_human_review')
  expect((context as Plan).approvals.clarification).toEqual({ ai: expect.any(String) })
})

test('if nothing is left a plan begins anew, and everything is lost', () => {
  expect(rebuild({ probe: {}, past: [] })).toEqual({
    state: 'discovery',
    context: expect.objectContaining({ task: 'csv-export', phase: 'discovery', approvals: {} }),
    lost: ['the title, the goal, the acceptance criteria, and whether humans review', 'every approval', 'feedback'],
  })
})

test('artifacts without a history have no approval', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'verified')
  const { state, because, context } = rebuild({ probe: probeIn(folder), past: [] })
  expect({ state, because }).toEqual({ state: 'discovery', because: `what lies in ${plan.folder}/artifacts/` })
  expect((context as Plan).approvals).toEqual({})
})

test.each(phases)(
  'an approval of %s without its artifact counts for nothing, nor does what comes after it',
  async (phase) => {
    const folder = makeFolder()
    await walkTo(folder, 'verified')
    for (const text of [undefined, '{']) {
      const { state, context, lost, missing } = rebuild({
        probe: { ...probeIn(folder), [artifactFile(phase)]: text },
        past: pastIn(folder),
      })
      const { approvals, context_store: store } = context as Plan
      const before = phases.slice(0, phases.indexOf(phase))
      expect(state).toBe(phase)
      expect(Object.keys(approvals)).toEqual(before)
      expect(phases.filter((other) => artifactKey[other] in store)).toEqual(before)
      expect(missing).toEqual(text === undefined ? [artifactFile(phase)] : [])
      expect(lost).toEqual([expect.stringMatching(/^\.ai\/.*, and its approval counts no more$/)])
    }
  },
)

test('a history without its beginning lacks words, and that is said', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'clarification')
  const [, ...past] = pastIn(folder)
  const { state, context, lost } = rebuild({ probe: probeIn(folder), past })
  expect(state).toBe('clarification')
  expect((context as Plan).title).toBe('csv-export')
  expect(lost).toEqual(['the title, the goal, the acceptance criteria, and whether humans review'])
})

test('the line of a repair has all that was remembered then', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'contracts')
  const { context } = found(folder)
  const repaired = { time: noon.toISOString(), from: 'discovery', to: 'contracts', about: { remembered: context } }
  expect(rebuild({ probe: probeIn(folder), past: [repaired] })).toMatchObject({ state: 'contracts', context, lost: [] })
})

test('whatever is there it comes to a state that there is', async () => {
  const folder = makeFolder()
  await walkTo(folder, 'verified')
  const past = pastIn(folder)
  for (const there of phases)
    for (let first = 0; first < past.length; first++) {
      const probe = { [artifactFile(there)]: JSON.stringify(artifacts[there]) }
      const { state, context } = rebuild({ probe, past: past.slice(first) })
      expect(states).toContain(state)
      expect(
        reviewerIn(state) === undefined || artifactKey[(context as Plan).phase] in (context as Plan).context_store,
      ).toBe(true)
    }
})

test('what holds of a plan that was found again: names of earlier versions and of archives that are there are taken', async () => {
  const holds = holdsIn(plan.folder)
  const folder = makeFolder()
  await walkTo(folder, 'clarification')
  const { context } = found(folder)
  expect(holds(context, [])).toEqual(context)
  const files = [
    `${plan.folder}/artifacts/contract_design_artifact.r3.json`,
    `${plan.folder}/artifacts/preserved_discovery.json`,
    `${plan.folder}/artifacts/preserved_discovery.r2.json`,
    `${plan.folder}/archive/2026-08-20-5/clarification_artifact.json`,
  ]
  expect(holds(context, files)).toMatchObject({ revisions: { contract_design_artifact: 3 }, restarts: 5 })
  expect(holds(context, files.slice(0, 3))).toMatchObject({ restarts: 3 })
})

import type { Probe } from '../../../src/workflow/transition'
import { definition } from '../../../src/workflows/discovery'
import { artifactKey, type Plan, phases, reviewerIn, type State, states } from '../../../src/workflows/discovery/plan'
import { holdsIn, rebuildIn } from '../../../src/workflows/discovery/rebuild'
import { artifactFile, artifacts, noon, plan, saved, walkTo } from '../../support/discovery-plan'
import { type Folder, madeOnce, makeFolder } from '../../support/folder'
import { pastOf } from '../../support/past-steps'

const walked = madeOnce(async (state: State) => {
  const folder = makeFolder()
  await walkTo(folder, state)
  return folder
})
const rebuild = rebuildIn(definition, plan.folder, 'csv-export')
const probeIn = (folder: Folder): Probe =>
  Object.fromEntries(Object.entries(folder.contents()).filter(([path]) => path in plan.probes))

const pastIn = (folder: Folder) => pastOf(folder, plan)
const found = (folder: Folder) => rebuild({ probe: probeIn(folder), past: pastIn(folder) })

test.each(states)('the history tells a plan again, with every word that was said, that stands in %s', async (state) => {
  const folder = await walked(state)
  const { state: is, plan: context } = saved(folder)
  expect(found(folder)).toEqual({ state: is, context, isReplayed: true, lost: [], missing: [] })
})

test('if nothing is left a plan begins again, and everything is lost', () => {
  expect(rebuild({ probe: {}, past: [] })).toEqual({
    state: 'discovery',
    context: expect.objectContaining({ task: 'csv-export', phase: 'discovery', approvals: {} }),
    lost: ['the title, the goal, the acceptance criteria, and whether humans review', 'every approval', 'feedback'],
  })
})

test('artifacts without a history have no approval', async () => {
  const folder = await walked('verified')
  const { state, because, context } = rebuild({ probe: probeIn(folder), past: [] })
  expect({ state, because }).toEqual({ state: 'discovery', because: `what lies in ${plan.folder}/artifacts/` })
  expect((context as Plan).approvals).toEqual({})
})

test.each(phases)(
  'an approval of %s without its artifact counts for nothing, nor does what comes after it',
  async (phase) => {
    const folder = await walked('verified')
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
  const folder = await walked('clarification')
  const [, ...past] = pastIn(folder)
  const { state, context, lost } = rebuild({ probe: probeIn(folder), past })
  expect(state).toBe('clarification')
  expect((context as Plan).title).toBe('csv-export')
  expect(lost).toEqual(['the title, the goal, the acceptance criteria, and whether humans review'])
})

test('the line of a repair has all that was remembered then', async () => {
  const folder = await walked('contracts')
  const { context } = found(folder)
  const repaired = { time: noon.toISOString(), from: 'discovery', to: 'contracts', about: { remembered: context } }
  expect(rebuild({ probe: probeIn(folder), past: [repaired] })).toMatchObject({ state: 'contracts', context, lost: [] })
})

test('whatever is there it comes to a state that there is', async () => {
  const folder = await walked('verified')
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

test('what holds of a plan that was found again: names of earlier versions that are there are taken', async () => {
  const holds = holdsIn(plan.folder)
  const folder = await walked('clarification')
  const { context } = found(folder)
  expect(holds(context, [])).toEqual(context)
  const files = [`${plan.folder}/artifacts/contract_design_artifact.r3.json`]
  expect(holds(context, files)).toMatchObject({ revisions: { contract_design_artifact: 3 } })
})

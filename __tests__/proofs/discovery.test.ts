import { undo } from '../../src/commands/undo'
import { local } from '../../src/disk/local'
import { Failure } from '../../src/text/failure'
import { workIn } from '../../src/work/work'
import {
  artifactKey,
  type Event,
  type EventPayload,
  type Phase,
  type Plan,
  phaseOf,
  phases,
  reviewerIn,
  type State,
} from '../../src/workflows/discovery/plan'
import { type Act, everyCrashPoint, everyRefusal, expectTold, refusals } from '../support/crash-points'
import {
  artifactFile,
  artifacts,
  begun,
  edgeOfPlan,
  plan,
  planned,
  saved,
  standingAt,
  stateFile,
  submitted,
} from '../support/discovery-plan'
import { repair } from '../support/doctoring'
import { copyOf, type Folder, makeFolder } from '../support/folder'

/** Every row of discovery that changes files beside the state, and one that changes only what the plan remembers. */
const text = (artifact: unknown) => ({ text: JSON.stringify(artifact) })
const again = { trigger: 'new_discovery', changes: 'A second module.' }
const cases: readonly (readonly [
  name: string,
  from: State,
  event: Event,
  brought: EventPayload,
  changes?: Partial<Plan>,
])[] = [
  ['the start', 'discovery', 'start', { task: 'csv-export' }],
  ...phases.map((phase) => [`submit in ${phase}`, phase, 'submit', text(artifacts[phase])] as const),
  ['a revision', 'contracts_awaiting_human_review', 'revise', { feedback: ['Name the callers.'] }],
  ['a restart from the first phase', 'verified', 'replan', { ...again, from: 'discovery' }],
  ['a restart that preserves', 'verified', 'replan', { ...again, from: 'implementation_plan' }],
  ['the end', 'validation_awaiting_human_review', 'approve', { as: 'human' }],
  ['the end without a human', 'validation_awaiting_ai_review', 'approve', {}, { autonomous_mode: true }],
  ['the switch', 'contracts', 'autonomous', { on: true }],
]

const work = (folder: Folder) =>
  Object.fromEntries(Object.entries(folder.contents()).filter(([path]) => !path.startsWith(`${local}/`)))

test.each(cases.map((one) => [one[0], one] as const))(
  'wherever its process dies, %s happens as a whole or not at all',
  async (name, [, from, event, brought, changes]) => {
    const begin = () => makeFolder(name === 'the start' ? {} : standingAt(from, changes))
    const act: Act = (folder) => planned(folder, event, brought)
    // Whatever comes next ends what was begun.
    const next: Act = (folder) => planned(folder, 'replan', { from: 'discovery', ...again, preserve: [], force: true })
    const done = begin()
    await act(done)
    const end = saved(done)
    await next(done)

    const points = await everyCrashPoint(begin, act, async (folder) => {
      const { to } = await planned(folder, 'status')
      expect([from, end.state]).toContain(to)
      const isDone = JSON.stringify(await standing(folder)) === JSON.stringify(end)
      if (!isDone) await act(folder)
      await next(folder)
      expect(work(folder)).toEqual(work(done))
    })
    expect(points).toBeGreaterThan(10)
  },
)

test.each(cases.map((one) => [one[0], one] as const))(
  'whatever the disk refuses, %s happens as a whole or not at all, and the answer says which',
  async (name, [, from, event, brought, changes]) => {
    const begin = () => makeFolder(name === 'the start' ? {} : standingAt(from, changes))
    const act: Act = (folder) => planned(folder, event, brought)
    const done = begin()
    const before = { files: work(done), state: await standing(done) }
    await act(done)
    const after = { files: work(done), state: saved(done) }

    const once = await everyRefusal(begin, act, { codes: refusals, lasting: false }, async (folder, outcome) => {
      const wanted = outcome instanceof Failure ? before : after
      expect({ files: work(folder), state: await standing(folder) }).toEqual(wanted)
      expectTold(outcome)
      if (outcome instanceof Failure) await act(folder)
      expect(saved(folder)).toEqual(after.state)
    })
    const lasting = await everyRefusal(begin, act, { codes: refusals, lasting: true }, async (folder, outcome) => {
      expectTold(outcome)
      const isHalf = outcome instanceof Failure && outcome.message.includes('half done')
      const { to } = await planned(folder, 'status')
      expect(to).toBe(outcome instanceof Failure && !isHalf ? from : after.state.state)
    })
    expect(Math.min(once, lasting)).toBeGreaterThan(20)
  },
)

const standing = async (folder: Folder) => {
  try {
    return saved(folder)
  } catch {
    return undefined
  }
}

test('what is taken back is back as a whole, wherever the process dies', async () => {
  const begin = async () => {
    const folder = makeFolder(standingAt('verified'))
    await planned(folder, 'replan', { ...again, from: 'contracts' })
    return folder
  }
  const back: Act = (folder) => undo(workIn(edgeOfPlan(folder).root, plan), edgeOfPlan(folder))
  const next: Act = (folder) => planned(folder, 'replan', { from: 'discovery', ...again, preserve: [], force: true })
  const done = await begin()
  await back(done)
  await next(done)
  await everyCrashPoint(begin, back, async (folder) => {
    if (saved(folder).state !== 'verified') await back(folder)
    await next(folder)
    expect(work(folder)).toEqual(work(done))
  })
})

describe('a plan that was found again', () => {
  /** The next thing that brings a plan nearer to its end; every contract is sent back once. */
  async function step(folder: Folder): Promise<void> {
    const { state, plan: known } = saved(folder)
    const reviewer = reviewerIn(state)
    if (state === 'verified') await planned(folder, 'replan', { ...again, from: 'discovery' })
    else if (!reviewer) await submitted(folder, artifacts[state as Phase])
    else if (state.startsWith('contracts') && !known.revisions.contract_design_artifact)
      await planned(folder, 'revise', { feedback: ['Name the callers.'] })
    else await planned(folder, 'approve', { as: reviewer })
  }

  test.each<[what: string, lose: (folder: Folder) => void]>([
    ['whose state is broken', (folder) => folder.write({ [stateFile]: '{' })],
    ['whose state and backups are gone', (folder) => folder.remove(stateFile, '.ai/.local')],
  ])('%s comes to its end wherever it stood, and writes over nothing', async (_, lose) => {
    const walk = makeFolder()
    await planned(walk, 'start', begun)
    // Through the whole, and half of it once more.
    for (let count = 0; count < 28; count++) {
      await step(walk)
      const folder = copyOf(walk)
      lose(folder)
      await repair(plan, edgeOfPlan(folder))
      const { state, plan: found } = saved(folder)
      const there = Object.keys(folder.contents())
      const claimed = phases.filter((phase) => artifactKey[phase] in found.context_store)
      expect(there).toEqual(expect.arrayContaining([...claimed.map(artifactFile), stateFile]))
      expect(reviewerIn(state) === undefined || claimed.includes(phaseOf(state) as Phase)).toBe(true)
      await planned(folder, 'replan', { ...again, from: 'discovery', force: true })
      for (let more = 0; saved(folder).state !== 'verified' && more < 30; more++) await step(folder)
      expect(saved(folder).state).toBe('verified')
      folder.remove('.')
    }
  })
})

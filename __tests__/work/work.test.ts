import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { castWith } from '../../src/intake/cast-with'
import { finishedLately } from '../../src/work/archives'
import { seenWith, storedState, workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { collab } from '../../src/workflows/collab'
import { discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { sourceOf } from '../../src/workflows/engineer/taken-over'
import { hope } from '../../src/workflows/hope'
import { readWorkflow } from '../../src/workflows/own/read-workflow'
import { ownWorkflow } from '../../src/workflows/own/workflow'
import { edgeAt, standing } from '../support/casting'
import { bring } from '../support/collab-session'
import { begun, planned, walkTo } from '../support/discovery-plan'
import { type Folder, makeFolder } from '../support/folder'
import { hopingAt } from '../support/hope-session'
import { failing } from '../support/posix'

const path = '.ai/task/state.json'

test('a state is read alone: its history is not looked at', async () => {
  const there = makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/history.jsonl': 'garbage' })
  expect(storedState(there.path, engineer)).toMatchObject({ current: 'GATHER_EDITING' })
  expect(storedState(makeFolder().path, engineer)).toBeUndefined()
  const broken = makeFolder({ [path]: 'garbage' })
  expect(await failing(async () => storedState(broken.path, engineer))).toMatchObject({ code: 'state-unreadable' })
})

test('while a hook manager hides a part of a state, it is what the developer sees, with the files as they are', () => {
  const { path: root } = makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/context.md': '# Orders' })
  const work = workIn(root, engineer)
  const seen = seenWith(work, (name, text) =>
    name === path ? text.replace('GATHER_EDITING', 'ACHIEVE_COMPLETE') : text,
  )
  expect(seen.state.current).toBe('ACHIEVE_COMPLETE')
  expect(seen.probe).toEqual(work.probe)
  expect(seenWith(work, (_, text) => text).state).toEqual(work.saved)
})

test('before the first step nothing is hidden', () => {
  const work = workIn(makeFolder().path, engineer)
  expect(seenWith(work, () => 'garbage').state.current).toBe(engineer.definition.initial)
})

/** Which end says that something is done, and which claims nothing. */

const outage = readFileSync(join(__dirname, '../workflows/own/examples/outage.yaml'), 'utf8')

function own(text: string): Workflow {
  const { file, faults } = readWorkflow(text)
  if (!file) throw new Error(faults[0]?.message)
  return ownWorkflow(file, 'a', {})
}

const session = (main: string) => `soul.silent_audit + ${main} + idle`

// biome-ignore format: a case is a line
test.each<[what: string, flow: Workflow, state: string, context: Readonly<Record<string, unknown>>, isArchived: boolean, ending: string | undefined]>([
  ['an archived task', engineer, 'ACHIEVE_TASK_DRAFTING', {}, true, undefined],
  ['a session of collab that is done', collab('a'), 'done', {}, false, undefined],
  ['a session of collab that was stopped', collab('a'), 'stopped', {}, true, 'given up'],
  ['a session of hope that is under way', hope(), session('loop.wave_execution'), {}, false, undefined],
  ['a satisfied session of hope', hope(), session('completed'), { outcome: 'satisfied' }, false, undefined],
  ['a session of hope that ends with its plan', hope(), session('completed'), { outcome: 'output' }, false, 'planned'],
  ['a cancelled session of hope', hope(), session('ended'), { outcome: 'cancelled' }, false, 'given up'],
  ['a session of hope that broke a limit', hope(), session('completed'), { outcome: 'hard_stop' }, false, 'given up'],
  ['a plan under way', discovery('a'), 'contracts', {}, false, undefined],
  ['a plan that was stopped', discovery('a'), 'contracts', {}, true, 'given up'],
  ['a verified plan', discovery('a'), 'verified', {}, true, undefined],
  ['an end of an own workflow', own(outage), 'learnt', {}, false, undefined],
  ['an end that gives up', own(outage), 'left', {}, false, 'given up'],
])('%s', (_, flow, state, context, isArchived, ending) => {
  expect(flow.states?.endsAs?.(state, context, isArchived)).toBe(ending)
})

test('only an end says how it is over, one of them that the work is done, and no word that gives up agrees', () => {
  const faultsIn = (text: string) => readWorkflow(text).faults.map(({ message }) => message)
  expect(faultsIn(outage.replace('phase: task', 'phase: task, over: done'))).toEqual([
    'only an end has `over`: `goal: true`',
  ])
  expect(faultsIn(outage.replaceAll(/goal: true(?!, over)/g, 'goal: true, over: given up'))).toEqual([
    'every end gives the work up',
  ])
  expect(faultsIn(outage.replace('to: left', 'to: left, agrees: true'))).toEqual([
    'C1 agrees, and gives up: left is `over: given up`',
  ])
})

/** What a plan, a session and a round hand over to the six spells. */

const takeOver = (folder: Folder, from: string) =>
  castWith(workIn(folder.path, engineer), 'accio', edgeAt(folder), { from })

const verified = async () => {
  const folder = makeFolder()
  await walkTo(folder, 'verified')
  return folder
}
const collected = async () => {
  const folder = makeFolder()
  await bring(folder, { verb: 'start' })
  await bring(folder, { verb: 'add', title: 'Export orders as CSV' })
  return folder
}
const shaped = async () =>
  makeFolder(
    hopingAt('loop.wave_execution', {
      shape: {
        criteria: [{ id: 'C1', text: 'a header row', verify: 'npm test' }],
        mustNot: ['change an order'],
        premortem: [],
        tensions: [],
        evidence: [],
      },
    }),
  )

describe.each([
  ['discovery', 'csv-export', verified, /^- \[ \] /m],
  ['collab', 'orders', collected, /Export orders as CSV/],
  ['hope', 'hope', shaped, /^- \[ \] a header row.*\n +- run: `npm test`/m],
] as const)('Accio from %s', (workflow, name, makeWork, criterion) => {
  test('begins with what was agreed on there, and the source: in planning, or with the first task', async () => {
    const folder = await makeWork()
    const before = folder.contents()
    const isPlanned = workflow === 'discovery'
    const wanted = isPlanned ? { row: 'GC1t', to: 'ACHIEVE_TASK_DRAFTING' } : { row: 'GC1f', to: 'GATHER_EDITING' }
    expect(await takeOver(folder, name)).toMatchObject({ ...wanted, warnings: [] })
    expect(sourceOf(folder.read('.ai/task/context.md'))).toEqual({ workflow, name })
    expect(folder.read('.ai/task/plan.md')).toMatch(criterion)
    expect(folder.contents()).toMatchObject(before)
  })

  test('is for new work only', async () => {
    const folder = await makeWork()
    folder.write(standing('GATHER_EDITING_CONTEXT'))
    const before = folder.contents()
    expect(await failing(() => takeOver(folder, name))).toMatchObject({ exitCode: 3, code: 'work-begun' })
    expect(folder.contents()).toEqual(before)
  })
})

test('the title of a plan names it, too', async () => {
  expect(await takeOver(await verified(), 'CSV export')).toMatchObject({ row: 'GC1t' })
})

test('a plan that is not verified hands nothing over', async () => {
  const folder = makeFolder()
  await planned(folder, 'start', begun)
  expect(await failing(() => takeOver(folder, 'csv-export'))).toMatchObject({
    exitCode: 3,
    code: 'nothing-agreed',
    fix: 'spell discovery status --work csv-export',
  })
})

test('an unknown name is told with the nearest', async () => {
  const folder = await verified()
  const { message, ...failure } = await failing(() => takeOver(folder, 'csv-exprot'))
  expect(failure).toMatchObject({ exitCode: 2, code: 'unknown-work', fix: 'spell work' })
  expect(message).toContain('csv-export')
})

test('what was archived in the last four weeks is listed, the newest first, by the name that a report takes', () => {
  const { path } = makeFolder({
    '.ai/archive/old-2026-07-20-1530-0a1b2c3d/plan.md': '',
    '.ai/archive/csv-export-2026-08-18-0900-0a1b2c3e/plan.md': '',
    '.ai/archive/orders-2026-08-18-1100/plan.md': '',
    '.ai/archive/by-hand/plan.md': '',
    // What had begun before an archive was taken back.
    '.ai/archive/undone-2026-08-19-1100/state.json': '',
  })
  expect(finishedLately(path, new Date('2026-08-20T15:30:00Z'))).toEqual([
    { name: 'orders', day: '2026-08-18' },
    { name: 'csv-export', day: '2026-08-18' },
  ])
})

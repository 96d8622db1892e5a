import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seenWith, storedState, workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { collab } from '../../src/workflows/collab'
import { discovery } from '../../src/workflows/discovery'
import { engineer } from '../../src/workflows/engineer'
import { hope } from '../../src/workflows/hope'
import { readWorkflow } from '../../src/workflows/own/read-workflow'
import { ownWorkflow } from '../../src/workflows/own/workflow'
import { standing } from '../support/casting'
import { makeFolder } from '../support/folder'
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

const rollout = readFileSync(join(__dirname, '../workflows/own/examples/rollout.yaml'), 'utf8')

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
  ['an end of an own workflow', own(rollout), 'spread', {}, false, undefined],
  ['an end that gives up', own(rollout), 'abandoned', {}, false, 'given up'],
])('%s', (_, flow, state, context, isArchived, ending) => {
  expect(flow.states?.endsAs?.(state, context, isArchived)).toBe(ending)
})

test('only an end says how it is over, one of them that the work is done, and no word that gives up agrees', () => {
  const faultsIn = (text: string) => readWorkflow(text).faults.map(({ message }) => message)
  expect(faultsIn(rollout.replace('phase: review', 'phase: review\n    over: done'))).toEqual([
    'only an end has `over`: `goal: true`',
  ])
  expect(faultsIn(rollout.replaceAll(/goal: true(?!, over)/g, 'goal: true, over: given up'))).toEqual([
    'every end gives the work up',
  ])
  expect(faultsIn(rollout.replace('to: abandoned', 'to: abandoned, agrees: true'))).toEqual([
    'D1 agrees, and gives up: abandoned is `over: given up`',
  ])
})

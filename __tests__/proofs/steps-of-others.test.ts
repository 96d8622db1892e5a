import { undo } from '../../src/commands/undo'
import { local } from '../../src/disk/local'
import { Failure } from '../../src/text/failure'
import { settle } from '../../src/work/state/settle'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { rows as collabRows } from '../../src/workflows/collab/table'
import type { Plan, PlanPayload, State } from '../../src/workflows/discovery/plan'
import type { Session as Hope } from '../../src/workflows/hope/session'
import {
  bring,
  complete,
  design,
  documented,
  graph,
  graphText,
  item,
  remembering,
  running,
  session,
  wave,
} from '../support/collab-session'
import { rowCasts, rowUndos, type Step } from '../support/crash-classes'
import {
  type Act,
  everyCrashPoint,
  everyRefusal,
  expectTold,
  operationsOf,
  refusals,
  withoutTouching,
} from '../support/crash-points'
import { artifacts, edgeOfPlan, plan, planned, standingAt } from '../support/discovery-plan'
import { type Folder, makeFolder } from '../support/folder'
import {
  session as hope,
  hoped,
  hopingAt,
  items,
  noon,
  review,
  shape,
  type Typed,
  task,
  unhoped,
} from '../support/hope-session'

/**
 * Every kind of step of discovery, collab and hope. All of them are written by one function, which does not know whose
 * they are: a step that does to the disk what a row of the six spells does fares as that does (`commit.classes`). Of the
 * others one of each class is proven here.
 */

interface OtherStep extends Step {
  readonly workflow: Workflow
  readonly look: Act
}

const planText = (artifact: unknown) => ({ text: JSON.stringify(artifact) })
const again = { trigger: 'new_discovery', changes: 'A second module.' } as const

function ofPlan(
  name: string,
  from: State | undefined,
  event: string,
  brought: PlanPayload,
  more?: Partial<Plan>,
): OtherStep {
  return {
    name: `discovery: ${name}`,
    workflow: plan,
    begin: () => makeFolder(from ? standingAt(from, more) : {}),
    act: (folder) => planned(folder, event, brought),
    // Until the step is finished a look does not have the text of what it brings.
    look: async (folder) => (await planned(folder, 'status')).row,
  }
}

// biome-ignore format: one step a line
const discovery: readonly OtherStep[] = [
  ofPlan('the start', undefined, 'start', { task: 'csv-export' }),
  ofPlan('an artifact', 'discovery', 'submit', planText(artifacts.discovery)),
  ofPlan('the last artifact', 'validation', 'submit', planText(artifacts.validation)),
  ofPlan('a revision', 'contracts_awaiting_human_review', 'revise', { feedback: ['Name the callers.'] }),
  ofPlan('a restart from the first phase', 'verified', 'replan', { ...again, from: 'discovery' }),
  ofPlan('a restart that preserves', 'verified', 'replan', { ...again, from: 'implementation_plan' }),
  ofPlan('the end', 'validation_awaiting_human_review', 'approve', { as: 'human' }),
  ofPlan('the end without a human', 'validation_awaiting_ai_review', 'approve', {}, { autonomous_mode: true }),
  ofPlan('the switch', 'contracts', 'autonomous', { on: true }),
  {
    ...ofPlan('what is taken back', 'verified', 'replan', { ...again, from: 'contracts' }),
    begin: async () => {
      const folder = makeFolder(standingAt('verified'))
      await planned(folder, 'replan', { ...again, from: 'contracts' })
      return folder
    },
    act: (folder) => undo(workIn(folder.path, plan), edgeOfPlan(folder)),
  },
]

const code = { workItems: [item(1, 'code')], currentItem: 1 }
const ended = { ...running, waves: [wave(1, 'in_progress', ['a', 'completed'])] }
const ofSession = (name: string, files: Record<string, string>, act: Act): OtherStep => ({
  name: `collab: ${name}`,
  workflow: session,
  begin: () => makeFolder(files),
  act,
  look: (folder) => bring(folder, { verb: 'status' }),
})

// biome-ignore format: one step a line
const collab: readonly OtherStep[] = [
  ofSession('a session that begins', {}, (folder) => bring(folder, { verb: 'start' })),
  ofSession('an item that is added', remembering('gather-goals', code), (folder) => bring(folder, { verb: 'add', title: 'Fix it' })),
  ofSession('a type that changes', remembering('gather-goals', code), (folder) => bring(folder, { verb: 'classify', number: 1, type: 'task' })),
  ofSession('an item at hand that is removed', remembering('clear-rd2', code), (folder) => bring(folder, { verb: 'remove', number: 1 })),
  ofSession('a skill that is reported', remembering('brainstorm-exploring', code), (folder) => complete(folder, 'brainstorming-exploring', 'Ask Kim.')),
  ofSession('a skill that was done once more', remembering('clear-bs3', code), (folder) => complete(folder, 'brainstorming-exploring')),
  ofSession('goals that are gathered once more', remembering('clear-bs3', code), (folder) => complete(folder, 'gather-session-goals')),
  ofSession('items that come from the design', { ...remembering('gather-goals'), [design]: '## Work Items\n### Item 2: Two\n**Type:** task\nWhat is wanted of it.\n' }, (folder) => complete(folder, 'gather-session-goals')),
  ofSession('waves that are built', { ...remembering('ready-to-implement', documented), [graph]: graphText('tasks: [{id: a}, {id: b, depends-on: [a]}]') }, (folder) => complete(folder, 'ready-to-implement')),
  ofSession('a task that is reported', remembering('execute-batch', running), (folder) => bring(folder, { verb: 'task', id: 'a', status: 'failed' })),
  ofSession('a wave that is closed', remembering('execute-batch', ended), (folder) => complete(folder, 'executing-plans')),
]

const ofHope = (
  name: string,
  from: string | undefined,
  brought: Typed,
  of?: Partial<Hope>,
  service = 'idle',
): OtherStep => ({
  name: `hope: ${name}`,
  workflow: hope,
  begin: () => makeFolder(from === undefined ? {} : hopingAt(from, of, { service })),
  act: (folder) => hoped(folder, brought),
  look: (folder) => hoped(folder, { verb: 'status' }),
})
const blocked = review(['BLOCKER', 'no zone'])
const asked = { purpose: 'validate', consult: { mode: 'review', query: 'q', stage: 'consult: validate' } } as const

// biome-ignore format: one step a line
const hopes: readonly OtherStep[] = [
  ofHope('the start', undefined, { verb: 'start', text: 'Add CSV export', engagement: 'Guided' }),
  ofHope('a score', 'intent.clarify', { verb: 'score', total: 6, echo: 'A CSV file' }),
  ofHope('a shape', 'shape.synthesize', { verb: 'submit', artifact: shape.replace('a header row', 'a header with names') }),
  ofHope('an outside view', 'consult', { verb: 'consult done', artifact: blocked }, asked, 'consult.review'),
  ofHope('the items', 'loop.decompose', { verb: 'submit', artifact: items }),
  ofHope('a wave', 'loop.wave_execution', { verb: 'wave', done: [{ id: 'a' }], carry: [] }, { items: [task('a'), task('b', { dependsOn: ['a'] })] }),
  ofHope('a review', 'loop.expert_review', { verb: 'submit', artifact: blocked }),
  ofHope('the end', 'loop.review_feedback', { verb: 'answer', word: 'satisfied' }),
  ofHope('a new round', 'ended', { verb: 'start', text: 'Fix the export' }),
  {
    ...ofHope('what is taken back', 'loop.decompose', { verb: 'submit', artifact: items }),
    begin: async () => {
      const folder = makeFolder(hopingAt('loop.decompose'))
      await hoped(folder, { verb: 'submit', artifact: items })
      return folder
    },
    act: (folder) => unhoped(folder),
  },
]

/** What a step does to the disk, in order. */
async function classOf({ begin, act }: Step): Promise<string> {
  const folder = await begin()
  const operations = await operationsOf(folder, act)
  folder.remove('.')
  return operations.map((operation) => operation.split(' ')[0]).join(' ')
}

const work = (folder: Folder) =>
  Object.fromEntries(Object.entries(folder.contents()).filter(([path]) => !path.startsWith(`${local}/`)))
/** What the next process does first, whichever it is. */
const finish = ({ path }: Folder, flow: Workflow) => settle({ root: path, flow, saved: loadState(path, flow) }, noon)

/** Proves that a step happens as a whole or not at all. */
async function proveWhole({ workflow, begin, act, look }: OtherStep): Promise<void> {
  const seen = async (folder: Folder) => JSON.stringify(await look(folder))
  const done = await begin()
  const before = await seen(done)
  await act(done)
  const after = await seen(done)
  expect(after).not.toBe(before)

  await everyCrashPoint(begin, act, async (folder) => {
    const now = await withoutTouching(() => seen(folder))
    expect([before, after]).toContain(now)
    if (now === before) await act(folder)
    else finish(folder, workflow)
    expect(await seen(folder)).toBe(after)
    expect(work(folder)).toEqual(work(done))
  })
  for (const lasting of [false, true])
    await everyRefusal(begin, act, { codes: refusals, lasting }, async (folder, outcome) => {
      expectTold(outcome)
      const isHalf = lasting && outcome instanceof Failure && outcome.message.includes('half done')
      const isDone = !(outcome instanceof Failure) || isHalf
      expect(await seen(folder)).toBe(isDone ? after : before)
      if (isHalf) return
      if (!isDone) await act(folder)
      else finish(folder, workflow)
      expect(work(folder)).toEqual(work(done))
    })
}

test('wherever its process dies and whatever the disk refuses, a step happens as a whole or not at all', async () => {
  const proven = new Set<string>()
  for (const step of [...rowCasts, ...rowUndos]) proven.add(await classOf(step))
  const others: string[] = []
  for (const step of [...discovery, ...collab, ...hopes]) {
    const kind = await classOf(step)
    if (proven.has(kind)) continue
    proven.add(kind)
    others.push(step.name)
    await proveWhole(step).catch((error: Error) => {
      throw Object.assign(error, { message: `${step.name}, ${error.message}` })
    })
  }
  expect(others.length).toBeGreaterThan(3)
})

test('these are of every row that changes a session of collab in its own way', () => {
  const updates = new Set(collabRows.flatMap((row) => row.updates ?? []))
  // biome-ignore format: in one paragraph
  expect([...updates].filter((name) => !name.startsWith('in ')).sort()).toEqual([
    'add item', 'add to the note', 'begin', 'begin wave', 'build waves', 'classify item', 'complete wave', 'documented',
    'import items', 'keep the note', 'remove item', 'report task', 'select item', 'set the item aside',
    'show tasks', 'take item',
  ])
})

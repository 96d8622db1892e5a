import fc from 'fast-check'
import type { Context } from '../../../src/engine/definition'
import { reduce } from '../../../src/engine/reduce'
import type { Settings } from '../../../src/workflow/settings'
import { definition } from '../../../src/workflows/collab'
import { facts } from '../../../src/workflows/collab/facts'
import { flow, getSkillForState, skills } from '../../../src/workflows/collab/flow'
import type { CollabPayload } from '../../../src/workflows/collab/payload'
import { keysOfSession, type Session, sessionIn } from '../../../src/workflows/collab/session'
import { documentsOfItems } from '../../support/collab-documents'
import {
  bring,
  complete,
  contextIn,
  graph,
  graphText,
  item,
  remembering,
  type SessionAnswer,
  wave,
} from '../../support/collab-session'
import { makeFolder } from '../../support/folder'
import { isNightly, oftenAtNight } from '../../support/proving'
import { withSureShare } from '../../support/random'

const code = { workItems: [item(1, 'code')], currentItem: 1 }
const documented = { workItems: [item(1, 'code', 'documented')], currentItem: 1 }
const running = { ...documented, waves: [wave(1, 'in_progress', ['a', 'pending'])], currentWave: 0 }

test('a session with an item of each type designs one after the other, carries out all waves, and ends', async () => {
  const workItems = [item(1, 'code'), { ...item(2, 'task'), after: [1] }, item(3, 'bugfix')]
  const yaml = 'tasks:\n  - {id: parse-header, files: [a.js], run: node a.js}'
  const folder = makeFolder({ ...remembering('gather-goals', { workItems }), [graph]: graphText(yaml) })
  const way: string[] = []
  for (let skill: string | null = 'gather-session-goals'; skill !== null; ) {
    const shown = Object.fromEntries(['parse-header', 'item-2', 'item-3'].map((id) => [id, 'proven' as const]))
    const answer: SessionAnswer = await bring(folder, { verb: 'complete-skill', name: skill, shown })
    const { skill: next = null, display } = flow.find(({ id }) => id === answer.state) ?? { display: '' }
    expect(answer).toMatchObject({
      ok: true,
      outcome: 'advanced',
      to: answer.state,
      next_skill: next,
      action: answer.state.startsWith('clear-') ? 'clear' : 'none',
      display,
      completed: answer.state === 'done',
    })
    way.push(answer.state)
    skill = answer.next_skill
    // A wave is closed when its tasks are reported.
    const { waves = [], currentWave = 0 } = contextIn(folder)
    const ids = waves[currentWave]?.tasks.map(({ id }) => id).join(',')
    if (skill === 'executing-plans') await bring(folder, { verb: 'task', id: `${ids}`, status: 'completed', shown })
  }
  const explored = ['exploring', 'clarifying', 'designing', 'validating'].map((what) => `brainstorm-${what}`)
  const drafted = ['rough-draft-interface', 'rough-draft-pseudocode', 'rough-draft-skeleton']
  expect(way).toEqual([
    // Code is brainstormed, drafted, and cut into tasks.
    ...[...explored, ...drafted, 'build-task-graph', 'rough-draft-handoff', 'clear-post-item'],
    // A task is brainstormed and planned, a bugfix only looked into.
    ...[...explored, 'task-planning', 'clear-post-item'],
    ...['systematic-debugging', 'clear-post-item'],
    // The task waits for the code, as it says.
    ...['ready-to-implement', 'clear-pre-execute', 'execute-batch', 'execute-batch'],
    ...['workflow-complete', 'cleanup', 'done'],
  ])
  expect(contextIn(folder).waves?.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([
    ['parse-header', 'item-3'],
    ['item-2'],
  ])
})

test('the end is the end, whatever is reported', async () => {
  const folder = makeFolder(remembering('done'))
  const before = folder.contents()
  for (const name of [...skills, 'abracadabra'])
    expect(await complete(folder, name)).toMatchObject({ ok: true, next_skill: null, completed: true, to: 'done' })
  expect(folder.contents()).toEqual(before)
})

describe('what leaving a state does', () => {
  test.each([
    ['"tasks" must be a list with at least one task', 'tasks: []'],
    ['cannot fail', "tasks: [{id: a, files: [a.js], run: 'true'}]"],
  ])('a graph is refused: %s', async (problem, yaml) => {
    const folder = makeFolder({ ...remembering('build-task-graph', code), [graph]: graphText(yaml) })
    const { outcome, to, developer } = await complete(folder, 'build-task-graph')
    expect([outcome, to]).toEqual(['blocked', 'build-task-graph'])
    expect(developer).toContain(problem)
  })

  test('a wave is closed when all of its tasks are reported, and those that are not are named', async () => {
    const waves = [
      wave(1, 'in_progress', ['a', 'completed'], ['b', 'pending'], ['d', 'in_progress']),
      wave(2, 'pending', ['c', 'pending']),
    ]
    const folder = makeFolder(remembering('execute-batch', { ...documented, waves, currentWave: 0 }))
    const { row, developer, ai } = await complete(folder, 'executing-plans')
    expect(row).toBe('R29.open')
    expect(developer).toContain('these tasks of wave 1 of 2 are not reported as done: `b`, `d` (in progress).')
    expect(ai).toContain('`spell collab task b,d completed`')
    await bring(folder, { verb: 'task', id: 'b,d', status: 'completed' })
    const { params } = await complete(folder, 'executing-plans')
    expect(params).toEqual({ item_number: 1, batch_index: 1 })
    expect(contextIn(folder)).toMatchObject({
      currentWave: 1,
      waves: [
        { status: 'completed', tasks: [{ status: 'completed' }, { status: 'completed' }, { status: 'completed' }] },
        { status: 'in_progress' },
      ],
    })
  })

  test('the history tells which tasks a wave had', async () => {
    const folder = makeFolder(remembering('execute-batch', running))
    await bring(folder, { verb: 'task', id: 'a', status: 'completed' })
    await complete(folder, 'executing-plans')
    const { history } = JSON.parse(folder.read('.ai/collab/sessions/orders/state.json'))
    expect(history.at(-1)).toMatchObject({ via: ['T30', 'T31', 'T28.none'], about: { wave: 'batch-1', tasks: ['a'] } })
  })
})

test('what a session remembers clears and routers keep the phase that they came from', async () => {
  const folder = makeFolder(remembering('rough-draft-interface', { ...code, phase: 'rough-draft/interface' }))
  expect((await complete(folder, 'rough-draft-interface')).phase).toBe('rough-draft/pseudocode')
  const debugging = makeFolder(
    remembering('systematic-debugging', { workItems: [item(1, 'bugfix')], currentItem: 1, phase: 'brainstorming' }),
  )
  expect(await complete(debugging, 'systematic-debugging')).toMatchObject({
    to: 'clear-post-item',
    phase: 'brainstorming',
  })
})

const chain = graphText('tasks: [{id: a, files: [x]}, {id: b, depends-on: [a, item-1]}, {id: c, depends-on: [b]}]')
const number = fc.integer({ min: 1, max: 5 })
const type = fc.constantFrom('code', 'task', 'bugfix')
const numbered = Array.from({ length: 9 }, (_, index) => ({ number: index + 1, title: `Item ${index + 1}` }))
const documents = { ...documentsOfItems(numbered), 'task-graph.md': chain }
/** Every command passes on the files that are there, as far as it is asked. */
const shown = Object.fromEntries(
  ['a', 'b', 'c', ...numbered.map((item) => `item-${item.number}`)].map((id) => [id, 'proven']),
)
const right = fc.constant({ verb: 'complete-skill', name: 'right', documents, shown })

/** Mostly what was asked for, so that walks come to their end. */
const anything = fc.oneof(
  { weight: 12, arbitrary: right },
  { weight: 1, arbitrary: fc.constantFrom(...skills).map((name) => ({ verb: 'complete-skill', name, documents })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Add it', 'Fix it', 'Setup', 'Nobody knows').map((title) => ({ verb: 'add', title })),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('classify'), number, type }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('remove'), number }) },
  { weight: 6, arbitrary: fc.constant({ verb: 'task', id: 'right', status: 'completed', shown }) },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('task'),
      id: fc.constantFrom('a', 'b', 'c', 'item-1', 'item-2'),
      status: fc.constantFrom('in_progress', 'completed', 'failed'),
    }),
  },
) as fc.Arbitrary<CollabPayload>

/** What is right now: the skill that is asked for, or all tasks of the wave at hand. */
function asAsked(step: CollabPayload, skill: string, { waves = [], currentWave = -1 }: Session): CollabPayload {
  if (step.verb === 'complete-skill' && step.name === 'right') return { ...step, name: skill }
  if (step.verb !== 'task' || step.id !== 'right') return step
  return { ...step, id: (waves[currentWave]?.tasks ?? []).map(({ id }) => id).join(',') || 'none' }
}

test('numbers stay apart, one wave is at hand, what is done stays done, and the design stays as it is once it is built', async () => {
  const ends = new Set<string>()
  await withSureShare(
    fc.property(fc.array(anything, { minLength: 40, maxLength: 120 }), (walk) => {
      let state = 'gather-goals'
      let context: Context = {
        workItems: [{ number: 1, title: 'One', type: 'task', status: 'pending' }],
        lastNumber: 1,
      }
      for (const step of walk) {
        const name = getSkillForState(state) ?? 'collab-cleanup'
        const before = sessionIn(context)
        const brought = asAsked(step, name, before)
        const after = reduce(
          definition,
          state,
          brought.verb,
          (now) => facts({}, {} as Settings, now, brought),
          context,
          brought,
        )
        const refused = ['block', 'invalid', 'no-op'].includes(after.row.kind)
        if (refused) expect([after.state, after.context]).toEqual([state, context])
        const session = sessionIn(after.context)
        const numbers = session.workItems.map((item) => item.number)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(session.lastNumber).toBeGreaterThanOrEqual(before.lastNumber)
        expect(definition.states).toContain(after.state)

        const { waves = [] } = session
        expect(waves.filter(({ status }) => status === 'in_progress').length).toBeLessThanOrEqual(1)
        for (const wave of waves) {
          if (wave.status === 'completed') expect(wave.tasks.every((task) => task.status === 'completed')).toBe(true)
        }
        if (after.state === 'execute-batch') expect(waves[session.currentWave ?? -1]?.status).toBe('in_progress')
        // While its wave is open, a task that is done can be taken up again.
        const kept = (before.waves ?? []).filter(({ status }) => status === 'completed' || brought.verb !== 'task')
        const done = kept.flatMap(({ tasks }) => tasks.filter((task) => task.status === 'completed'))
        const all = waves.flatMap(({ tasks }) => tasks)
        for (const { id } of done) expect(all.find((task) => task.id === id)?.status).toBe('completed')
        if (before.waves)
          expect(session.workItems.map(({ title }) => title)).toEqual(before.workItems.map(({ title }) => title))
        ;[state, context] = [after.state, after.context]
        ends.add(state)
      }
    }),
    oftenAtNight(60),
    () => {
      const far = isNightly ? ['execute-batch', 'ready-to-implement', 'cleanup', 'done'] : []
      expect([...ends]).toEqual(expect.arrayContaining(far))
      expect(ends.size).toBeGreaterThan(5)
    },
  )
})

test('what a session remembers stays as it is when it is written and read', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keysOfSession, 'completedTasks'), fc.jsonValue()), (context) => {
      const once = sessionIn(context as Context)
      expect(sessionIn(JSON.parse(JSON.stringify(once)))).toEqual(once)
    }),
    { examples: [[{ currentWave: -0 }], [{ lastNumber: -0 }]] },
  )
})

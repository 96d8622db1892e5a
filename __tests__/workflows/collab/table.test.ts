import fc from 'fast-check'
import { undo } from '../../../src/commands/undo'
import type { Context } from '../../../src/engine/definition'
import { loadState } from '../../../src/work/state/state'
import { workIn } from '../../../src/work/work'
import { standings } from '../../../src/workflow/criteria/counts'
import { legalIn } from '../../../src/workflow/legality'
import { flow, isRouter, skills } from '../../../src/workflows/collab/flow'
import { keysOfSession, type Session, sessionIn } from '../../../src/workflows/collab/session'
import {
  bring,
  complete,
  contextIn,
  graph,
  graphText,
  item,
  remembering,
  type SessionAnswer,
  session,
  sessionEdge,
  wave,
} from '../../support/collab-session'
import { type Folder, makeFolder } from '../../support/folder'
import { allAtNight } from '../../support/proving'

const code = { workItems: [item(1, 'code')], currentItem: 1 }
const documented = { workItems: [item(1, 'code', 'documented')], currentItem: 1 }
const running = { ...documented, waves: [wave(1, 'in_progress', ['a', 'pending'])], currentWave: 0 }

test('a session with an item of each type designs one after the other, carries out all waves, and ends', async () => {
  const workItems = [item(1, 'code'), item(2, 'task'), item(3, 'bugfix')]
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
    ...['ready-to-implement', 'clear-pre-execute', 'execute-batch'],
    ...['workflow-complete', 'cleanup', 'done'],
  ])
  expect(contextIn(folder).waves?.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([
    ['parse-header', 'item-2', 'item-3'],
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

test('what a session remembers stays as it is when it is written and read', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keysOfSession, 'completedTasks'), fc.jsonValue()), (context) => {
      const once = sessionIn(context as Context)
      expect(sessionIn(JSON.parse(JSON.stringify(once)))).toEqual(once)
    }),
    { examples: [[{ currentWave: -0 }], [{ lastNumber: -0 }]] },
  )
})

/** A wave and the work end only with proofs of the files that are here, wherever the end is reported. */

const fixing = { number: 1, title: 'Fix it', type: 'bugfix', status: 'documented' } as const
const tasks = [
  { id: 'a', status: 'completed', dependsOn: [], run: 'npm test' },
  { id: 'item-1', status: 'completed', dependsOn: [] },
] as const
const sessionWith = (status: 'in_progress' | 'completed'): Partial<Session> => ({
  workItems: [fixing],
  lastNumber: 1,
  waves: [{ id: 'batch-1', status, tasks }],
  currentWave: status === 'completed' ? 1 : 0,
})

describe.each([
  ['execute-batch', 'executing-plans', 'R29.proof', 'in_progress'],
  ['workflow-complete', 'finishing-a-development-branch', 'R32.proof', 'completed'],
] as const)('in %s, %s', (state, name, row, status) => {
  test.each([...standings, undefined])('with a command that is %s', async (standing) => {
    const folder = makeFolder(remembering(state, sessionWith(status)))
    const before = contextIn(folder)
    const answer = await bring(folder, { verb: 'complete-skill', name, ...(standing && { shown: { a: standing } }) })
    if (standing === 'proven') expect(answer.ok).toBe(true)
    else {
      expect(answer).toMatchObject({ ok: false, row, state })
      expect(answer.ai).toContain('`spell collab prove`')
      // What stale means is told once, and nothing is said to fail that did not run.
      const meanings = `${answer.ai}${answer.developer}`.split('files have changed').length - 1
      expect(meanings).toBe(standing === 'stale' ? 1 : 0)
      expect(answer.developer).toContain(`of the files that are here now: \`a\` (${standing ?? 'passed'})`)
      expect(`${answer.ai}${answer.developer}`).not.toContain('does not pass')
      expect(contextIn(folder)).toEqual(before)
    }
  })
})

test.each([...standings, undefined])('a task whose command is %s', async (standing) => {
  const waves = [{ id: 'batch-1', status: 'in_progress', tasks: [{ ...tasks[0], status: 'pending' }] }] as const
  const folder = makeFolder(remembering('execute-batch', { ...sessionWith('in_progress'), waves }))
  const shown = standing && { shown: { a: standing } }
  const answer = await bring(folder, { verb: 'task', id: 'a', status: 'completed', ...shown })
  expect(answer.ok).toBe(standing === 'proven')
  expect(contextIn(folder)).toMatchObject({ waves: [{ tasks: [{ status: answer.ok ? 'completed' : 'pending' }] }] })
})

test('what is kept ends, too: the files stay, the items are built, and nothing is offered that cannot be', async () => {
  const folder = makeFolder(remembering('cleanup', sessionWith('completed')))
  const answer = await bring(folder, { verb: 'cleanup', choice: 'keep', shown: { a: 'stale' } })
  expect(answer).toMatchObject({ ok: true, state: 'done' })
  expect(answer.developer).toContain('Its files stay in `.ai/collab/sessions/orders/`.')
  expect(answer.developer).toContain('Task `a` ends as stale')
  expect(answer.ai).toContain('Commit')
  const { developer } = await bring(folder, { verb: 'status' })
  expect(developer).toContain('item 1, bugfix, built: Fix it')
  expect(developer).not.toContain('ends the session')
  expect(await bring(folder, { verb: 'cleanup', choice: 'keep' })).toMatchObject({ row: 'keep', outcome: 'stayed' })
})

const own = { files: ['1.js'], run: 'node --check 1.js', red: false, item: 1 }
const ofItem = [{ id: 'item-1', dependsOn: [], description: 'Item 1', ...own }]
const settings = (clear: string) => ({ '.ai/spell.json': JSON.stringify({ collab: { clear } }) })
const lastStep = (folder: Folder) => loadState(folder.path, session).history.at(-1)

test.each([
  ['rough-draft-handoff', 'rough-draft-handoff', 'ready-to-implement', code],
  [
    'ready-to-implement',
    'ready-to-implement',
    'execute-batch',
    { workItems: [item(1, 'bugfix', 'documented')], tasks: ofItem },
  ],
] as const)('with `never`, the report in %s passes the clear in the same step', async (state, skill, to, context) => {
  for (const files of [
    remembering(state, { ...context, clear: 'never' } as Partial<Session>),
    { ...remembering(state, context as Partial<Session>), ...settings('never') },
  ]) {
    const folder = makeFolder(files)
    expect(await complete(folder, skill)).toMatchObject({ ok: true, to, action: 'none' })
    // It is passed all the same: the step says over which rows it went, and its history is legal.
    const { transition, trigger, row, via } = lastStep(folder) as never as Record<string, string>
    const [from = '', end = ''] = `${transition}`.split(' → ')
    expect({ from, end, via }).toEqual({
      from: state,
      end: to,
      via: expect.arrayContaining([expect.stringMatching(/^T\d/)]),
    })
    expect(legalIn(session)({ from, to: end, trigger: `${trigger}`, row: `${row}` }, from)).toBe(true)
  }
})

const fixed: Partial<Session> = { workItems: [item(1, 'bugfix'), item(2, 'code')], currentItem: 1 }

test('with `always`, the answer says to end there, and the conversation that follows has the step', async () => {
  const folder = makeFolder(remembering('systematic-debugging', { ...fixed, clear: 'always' }))
  const answer = await complete(folder, 'systematic-debugging')
  expect(answer).toMatchObject({ to: 'brainstorm-exploring', action: 'clear', next_skill: 'brainstorming-exploring' })
  expect(answer.ai).toMatch(/^1\. End here:/)
  expect(answer.ai).not.toContain('Read the code that it touches')
  expect((await bring(folder, { verb: 'resume' })).ai).toContain('Read the code that it touches')
})

test('what the session says counts more than the settings, and a report can change it', async () => {
  const folder = makeFolder({
    ...remembering('systematic-debugging', { ...fixed, clear: 'ask' }),
    ...settings('never'),
  })
  expect(await complete(folder, 'systematic-debugging')).toMatchObject({ to: 'clear-post-item', action: 'clear' })
  const set = await bring(folder, { verb: 'complete-skill', name: 'collab-clear', clear: 'never' })
  expect(set.developer).toContain('From now on nothing is asked between items')
  expect(contextIn(folder).clear).toBe('never')
  expect(await complete(folder, 'brainstorming-exploring')).toMatchObject({ to: 'brainstorm-clarifying' })
})

test('an item of no type is not begun, whatever is said of the clears', async () => {
  for (const clear of ['never', 'always'] as const) {
    const workItems = [item(1, 'bugfix'), item(2, 'unknown')]
    const folder = makeFolder(remembering('systematic-debugging', { workItems, currentItem: 1, clear }))
    expect(await complete(folder, 'systematic-debugging')).toMatchObject({ to: 'clear-post-item' })
    expect(await complete(folder, 'collab-clear')).toMatchObject({ ok: false, row: 'R4' })
  }
})

test('a fresh conversation is not asked whether to clear the context', async () => {
  const folder = makeFolder(remembering('clear-bs1', code))
  expect((await bring(folder, { verb: 'next' })).ai).toContain('“Shall I go on here?”')
  const { ai } = await bring(folder, { verb: 'resume' })
  expect(ai).toMatch(/^1\. The context is clear: ask nothing about it\./)
  expect(ai).not.toContain('“Shall I go on here?”')
})

const context = {
  workItems: [item(1, 'code', 'documented'), item(2, 'task')],
  waves: [wave(1, 'in_progress', ['a', 'completed'], ['b', 'pending'])],
}

test('every session that is not over can be stopped, and the stop be taken back', async () => {
  for (const { id } of allAtNight(flow.filter((state) => !isRouter(state) && state.id !== 'done'))) {
    const folder = makeFolder(remembering(id, context))
    const stop = await bring(folder, { verb: 'stop', said: 'Later.' })
    expect(stop).toMatchObject({ ok: true, to: 'stopped', completed: true, next_skill: null })
    await undo(workIn(folder.path, session), sessionEdge(folder))
    expect(await bring(folder, { verb: 'status' })).toMatchObject({ state: id, completed: false })
  }
})

test('a stopped session says what is left and how it goes on, and takes nothing more', async () => {
  const folder = makeFolder(remembering('execute-batch', context))
  await bring(folder, { verb: 'stop' })
  const { developer } = await bring(folder, { verb: 'status' })
  expect(developer).toContain('was stopped. Left:\n\n- Item 1, to be built: Item 1\n- Item 2, to be designed: Item 2')
  expect(developer).toContain('`spell accio --from orders`')
  for (const answer of [
    await bring(folder, { verb: 'add', title: 'Add it' }),
    await bring(folder, { verb: 'task', id: 'b', status: 'completed' }),
    await bring(folder, { verb: 'stop' }),
  ])
    expect(answer).toMatchObject({ ok: false, row: 'B.done', to: 'stopped' })
  expect(await complete(folder, 'executing-plans')).toMatchObject({ ok: true, row: 'done', next_skill: null })
})

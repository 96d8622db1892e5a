import { flow, isRouter, skills } from '../../../src/workflows/collab/flow'
import { rows } from '../../../src/workflows/collab/table'
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

describe('the table', () => {
  test('has 34 states: 17 with their own skill, 12 to clear the context, 4 routers, 1 end', () => {
    const own = flow.filter(({ skill }) => skill !== null && skill !== 'collab-clear')
    const clears = flow.filter(({ skill }) => skill === 'collab-clear')
    const ends = flow.filter(({ transitions }) => transitions.length === 0)
    expect([flow.length, own.length, clears.length, flow.filter(isRouter).length, ends.length]).toEqual([
      34, 17, 12, 4, 1,
    ])
    expect(skills).toHaveLength(18)
    expect(new Set(flow.map(({ id }) => id)).size).toBe(34)
  })

  test('has 38 transitions and one repair', () => {
    expect(flow.reduce((count, { transitions }) => count + transitions.length, 0)).toBe(38 + 1)
    const ids = new Set(rows.map(({ id }) => id).filter((id) => /^T\d/.test(id)))
    expect(ids.size).toBe(38 + 1)
  })
})

describe('what leaving a state does', () => {
  test('the item is documented when its design ends', async () => {
    for (const [state, skill, type] of [
      ['rough-draft-handoff', 'rough-draft-handoff', 'code'],
      ['task-planning', 'task-planning', 'task'],
      ['systematic-debugging', 'systematic-debugging', 'bugfix'],
    ]) {
      const folder = makeFolder(
        remembering(`${state}`, { workItems: [item(1, `${type}`), item(2, 'code')], currentItem: 1 }),
      )
      await complete(folder, `${skill}`)
      expect(contextIn(folder).workItems.map(({ status }) => status)).toEqual(['documented', 'pending'])
    }
  })

  test.each([
    ['is not YAML', 'tasks: {'],
    ['"tasks" must be a list with at least one task', 'tasks: []'],
    ['in a circle', 'tasks: [{id: a, files: [a.js], run: make, depends-on: [a]}]'],
    ['also that of the task', 'tasks: [{id: a, files: [a.js], run: make}, {id: a}]'],
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

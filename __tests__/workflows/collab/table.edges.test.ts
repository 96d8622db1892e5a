import { compileTexts } from '../../../scripts/compile-texts'
import { reduce } from '../../../src/engine/reduce'
import type { Settings } from '../../../src/workflow/settings'
import { definition } from '../../../src/workflows/collab'
import { facts } from '../../../src/workflows/collab/facts'
import { flow, getSkillForState, skillStates } from '../../../src/workflows/collab/flow'
import type { CollabPayload } from '../../../src/workflows/collab/payload'
import { rebuildIn } from '../../../src/workflows/collab/recorded'
import { type Session, sessionIn, type TaskStatus } from '../../../src/workflows/collab/session'
import {
  bring,
  complete,
  contextIn,
  design,
  graph,
  graphText,
  item,
  remembering,
  session,
  wave,
} from '../../support/collab-session'
import { makeFolder, untouched } from '../../support/folder'
import { pastOf } from '../../support/past-steps'
import { failing } from '../../support/posix'

/** Facts of collab are not asked for settings. */
const none = {} as Settings
const code = { workItems: [item(1, 'code')], currentItem: 1 }
const documented = { workItems: [item(1, 'code', 'documented')] }
const statuses = (folder: ReturnType<typeof makeFolder>) => contextIn(folder).waves?.map(({ status }) => status)

test('each state says what its skill asks for', () => {
  const { rows } = compileTexts('templates/collab')
  const silent = skillStates.filter(
    ({ id }) => !rows.get(`S.${id}`)?.ai?.includes(`complete-skill ${getSkillForState(id)}`),
  )
  expect(silent).toEqual([])
})

test('a skill may be called by its own name or by that of its state, in any case', async () => {
  for (const name of ['brainstorming-exploring', 'brainstorm-exploring', '  Brainstorming-EXPLORING ']) {
    const folder = makeFolder(remembering('brainstorm-exploring', code))
    expect(await complete(folder, name)).toMatchObject({ to: 'brainstorm-clarifying', warnings: [] })
  }
})

const headingsOfCause = ['Symptom', 'Root Cause', 'Evidence', 'Fix', 'Also Affected']
  .map((heading) => `\n## ${heading}\n\nWhat there is to say of ${heading}.\n`)
  .join('')

test('a look shows the order that the documents say now, and that the developer was shown another; it writes nothing', async () => {
  const workItems = [item(1, 'bugfix', 'documented'), item(2, 'bugfix')]
  const folder = makeFolder(remembering('systematic-debugging', { workItems, currentItem: 2, clear: 'never' }))
  const cause = (number: number, more = '') => ({
    [`root-cause-item-${number}.md`]: `---\nfiles: [a.js]\nrun: make\n${more}---\n# Item ${number}\n${headingsOfCause}`,
  })
  const skill = (name: string, more?: string) => {
    const documents = { ...cause(1), ...cause(2, more) }
    return bring(folder, { verb: 'complete-skill', name, documents })
  }
  await skill('systematic-debugging')
  const look = (more?: string) =>
    untouched(folder, () => bring(folder, { verb: 'status', documents: { ...cause(1), ...cause(2, more) } }))
  expect((await look()).developer).not.toContain('other tasks than you were shown')
  const later = await look('depends-on: [item-1]\n')
  expect(later).toMatchObject({ waves: [{ tasks: [{ id: 'item-1' }] }, { tasks: [{ id: 'item-2' }] }] })
  expect(later.developer).toContain('other tasks than you were shown')
  expect((await look('depends-on: [x]\n')).developer).toContain('there is no task “x”')
  expect(await skill('ready-to-implement', 'depends-on: [item-1]\n')).toMatchObject({ row: 'order' })
  expect((await look('depends-on: [item-1]\n')).developer).not.toContain('other tasks than you were shown')
})

test('while building, a task is added and a failed one comes in a later wave; what is done stays done', async () => {
  const tasks = (yaml: string) => ({ [graph]: graphText(`tasks: [${yaml}]`) })
  const own = 'files: [a.js], run: node a.js'
  const workItems = [item(1, 'code', 'documented')]
  const files = tasks(`{id: a, ${own}}, {id: b, ${own}}`)
  const folder = makeFolder({ ...remembering('ready-to-implement', { workItems, clear: 'never' }), ...files })
  await complete(folder, 'ready-to-implement')
  await complete(folder, 'ready-to-implement')
  await bring(folder, { verb: 'task', id: 'a', status: 'completed', shown: { a: 'proven' } })
  await bring(folder, { verb: 'task', id: 'b', status: 'failed' })
  folder.write(tasks(`{id: a, ${own}}, {id: b, ${own}, depends-on: [c]}, {id: c, ${own}}`))
  expect(await complete(folder, 'ready-to-implement')).toMatchObject({ row: 'order', to: 'ready-to-implement' })
  expect(await complete(folder, 'ready-to-implement')).toMatchObject({ row: 'T26.none', to: 'execute-batch' })
  const now = () => contextIn(folder).waves?.map(({ tasks }) => tasks.map(({ id, status }) => `${id} ${status}`))
  expect(now()).toEqual([['a completed', 'c pending'], ['b pending']])
  const base = { state: 'ready-to-implement', context: { workItems, clear: 'never' } }
  const { context } = rebuildIn(definition)({ probe: {}, past: pastOf(folder, session), base })
  expect(sessionIn(context)).toEqual(sessionIn({ ...contextIn(folder) }))
})

describe('a skill whose turn it is not', () => {
  /** Every state in which something can be reported, in the order of the work. */
  const stored = flow.filter((state) => state.skill !== null)
  const everything = {
    workItems: [item(1, 'code'), item(2, 'task'), item(3, 'bugfix')],
    waves: [wave(1, 'in_progress', ['a', 'completed']), wave(2, 'pending', ['b', 'pending'])],
    currentWave: 0,
  }
  const placeOf = (own: string) => flow.findIndex(({ id }) => id === own)
  const reported = (state: string, name: string, context: object = everything) => {
    const payload = { verb: 'complete-skill', name, at: '' } as const
    return reduce(definition, state, 'complete-skill', (now) => facts({}, none, now, payload), { ...context }, payload)
  }

  const cases = skillStates.map(({ id, skill }) => [`${skill}`, id] as const)
  test.each(cases)('passes over nothing that comes before it: %s', (name, own) => {
    for (const currentItem of [undefined, 1, 2, 3])
      for (const { id } of stored.slice(0, placeOf(own))) {
        const { state, context, row } = reported(id, name, { ...everything, currentItem })
        const isCause = own === 'systematic-debugging' && currentItem === 3 && row.id === 'by-hand'
        if (placeOf(id) >= placeOf(own) || isCause) continue
        expect([id, row.kind, state, context]).toEqual([id, 'block', id, { ...everything, currentItem }])
      }
  })

  test('is refused with the one whose turn it is', async () => {
    const folder = makeFolder(remembering('clear-pre-item', { workItems: [item(1, 'code')] }))
    for (const name of ['collab-cleanup', 'rough-draft-handoff', 'finishing-a-development-branch', 'executing-plans']) {
      const answer = await untouched(folder, () => complete(folder, name))
      expect(answer).toMatchObject({ ok: false, row: 'R.ahead', next_skill: 'collab-clear', completed: false })
      expect(answer.developer).toContain(`${name} is not next; collab-clear is to be done now`)
    }
  })

  test('can be done once more for the item at hand, and the session goes on from there', async () => {
    const at = { ...code, phase: 'rough-draft/build-task-graph' }
    const folder = makeFolder(remembering('clear-rd4', at))
    const answer = await complete(folder, 'rough-draft-skeleton')
    expect(answer).toMatchObject({ from: 'clear-rd4', to: 'build-task-graph', row: 'by-hand' })
    expect(answer).toMatchObject({ phase: 'rough-draft/build-task-graph', params: { item_number: 1 } })
    expect(answer.warnings).toEqual([])
    expect(answer.developer).toContain('rough-draft-skeleton was done once more, where collab-clear was expected.')
  })

  test('leaves no item at hand where it works on none', async () => {
    const folder = makeFolder(remembering('brainstorm-designing', code))
    const answer = await complete(folder, 'gather-session-goals')
    // The first item is chosen again, as after the first report.
    expect(answer).toMatchObject({ to: 'brainstorm-exploring', phase: 'brainstorming', params: { item_number: 1 } })
  })

  test('is refused for an item of another type', async () => {
    const workItems = [item(1, 'code', 'documented'), item(2, 'bugfix')]
    for (const [state, currentItem, name] of [
      ['clear-post-item', 1, 'systematic-debugging'],
      ['systematic-debugging', 2, 'brainstorming-exploring'],
      ['clear-post-item', 1, 'task-planning'],
    ] as const) {
      const folder = makeFolder(remembering(state, { workItems, currentItem }))
      const answer = await untouched(folder, () => complete(folder, name))
      expect(answer).toMatchObject({ ok: false, row: 'R.item', state })
      expect(answer.developer).toContain(`at hand is item ${currentItem}`)
    }
  })

  test('may be the search for the cause of an item that has become a bugfix', async () => {
    const folder = makeFolder(remembering('clear-bs2', { workItems: [item(1, 'bugfix')], currentItem: 1 }))
    expect(await complete(folder, 'systematic-debugging')).toMatchObject({ row: 'by-hand', to: 'clear-post-item' })
    expect(contextIn(folder).workItems[0]?.status).toBe('documented')
  })

  test('moves nothing where it is collab-clear, and the skill at hand is announced again', async () => {
    const folder = makeFolder(remembering('brainstorm-designing', code))
    const answer = await untouched(folder, () => complete(folder, 'collab-clear'))
    expect(answer).toMatchObject({ ok: true, outcome: 'stayed', next_skill: 'brainstorming-designing', action: 'none' })
    expect(answer.warnings).toEqual([
      'collab-clear was reported where brainstorming-designing is to be done; nothing has moved.',
    ])
  })

  test('closes no wave: a report that comes twice is told that it has come', async () => {
    const waves = [wave(1, 'in_progress', ['a', 'completed']), wave(2, 'pending', ['b', 'pending'])]
    const folder = makeFolder(remembering('execute-batch', { ...documented, waves, currentWave: 0 }))
    await complete(folder, 'executing-plans')
    const again = await untouched(folder, () => complete(folder, 'executing-plans'))
    expect(again).toMatchObject({ ok: false, row: 'R29.open', to: 'execute-batch' })
    expect(statuses(folder)).toEqual(['completed', 'in_progress'])
  })
})

test('an unknown dependency stops the execution, and the nearest are named', async () => {
  const yaml = 'tasks:\n  - id: parse-header\n  - id: b\n    depends-on: [parse-haeder]'
  const folder = makeFolder({ ...remembering('ready-to-implement', documented), [graph]: graphText(yaml) })
  const answer = await untouched(folder, () => complete(folder, 'ready-to-implement'))
  expect(answer).toMatchObject({ ok: false, row: 'R26', state: 'ready-to-implement' })
  const problem =
    '`task-graph.md`, line 6, task “b”: depends-on: there is no task “parse-haeder”; nearest: parse-header'
  expect(answer.ai).toContain(problem)
  expect(answer.developer).toContain(`the tasks are not complete: ${problem}.`)
})

test('an item that was added late is designed before the execution begins', async () => {
  const folder = makeFolder(remembering('ready-to-implement', documented))
  await bring(folder, { verb: 'add', title: 'Fix the quotes' })
  expect((await complete(folder, 'ready-to-implement')).to).toBe('systematic-debugging')
})

test('an item that became a bugfix midway does not go on, and the answer says why', async () => {
  const folder = makeFolder(remembering('brainstorm-validating', { workItems: [item(1, 'bugfix')], currentItem: 1 }))
  const answer = await untouched(folder, () => complete(folder, 'brainstorming-validating'))
  expect(answer).toMatchObject({ ok: false, row: 'R12', to: 'brainstorm-validating' })
  expect(answer.developer).toContain('the design of a bugfix is its root cause')
})

describe('an item at hand that gets another type', () => {
  test.each([
    ['systematic-debugging', 'bugfix', 'code', 'brainstorm-exploring'],
    ['brainstorm-designing', 'code', 'bugfix', 'systematic-debugging'],
    ['brainstorm-designing', 'code', 'task', 'brainstorm-designing'],
    ['rough-draft-skeleton', 'code', 'task', 'task-planning'],
    ['task-planning', 'task', 'code', 'clear-pre-rough'],
  ] as const)('at %s, a %s that becomes a %s, is led to %s', async (state, was, type, to) => {
    const folder = makeFolder(remembering(state, { workItems: [item(1, was)], currentItem: 1 }))
    expect(await bring(folder, { verb: 'classify', number: 1, type })).toMatchObject({ ok: true, to })
    expect(contextIn(folder)).toMatchObject({ currentItem: 1, workItems: [{ type, status: 'pending' }] })
  })
})

test('a task that is done is taken up again, or fails after all, while its wave is open, and no longer', async () => {
  const waves = [wave(1, 'in_progress', ['a', 'completed'])]
  for (const status of ['in_progress', 'failed'] as const) {
    const folder = makeFolder(remembering('execute-batch', { ...documented, waves, currentWave: 0 }))
    expect(await bring(folder, { verb: 'task', id: 'a', status })).toMatchObject({ ok: true, row: 'task' })
    expect(await complete(folder, 'executing-plans')).toMatchObject({ ok: false })
    await bring(folder, { verb: 'task', id: 'a', status: 'completed' })
    expect(await complete(folder, 'executing-plans')).toMatchObject({ ok: true, to: 'workflow-complete' })
    expect(await bring(folder, { verb: 'task', id: 'a', status })).toMatchObject({ ok: false })
  }
})

describe('the session is the truth', () => {
  const text = '# Orders\n\n## Work Items\n\n### Item 3: Add CSV export\n**Type:** feature\n**Status:** pending\n'

  test('and a design document gives it items only where it has none', async () => {
    const folder = makeFolder({ ...remembering('gather-goals'), [design]: text })
    await complete(folder, 'gather-session-goals')
    expect(contextIn(folder).workItems).toEqual([
      { number: 3, title: 'Add CSV export', type: 'code', status: 'pending' },
    ])

    const untyped = makeFolder({ ...remembering('gather-goals'), [design]: text.replace('feature', '') })
    expect((await complete(untyped, 'gather-session-goals')).ai).toContain('Add CSV export')

    const other = makeFolder({ ...remembering('gather-goals', code), [design]: text })
    await complete(other, 'gather-session-goals')
    expect(contextIn(other).workItems.map(({ number }) => number)).toEqual([1])
  })
})

test('validating marks nothing as documented', async () => {
  const folder = makeFolder(remembering('brainstorm-validating', code))
  await complete(folder, 'brainstorming-validating')
  expect(contextIn(folder).workItems[0]?.status).toBe('pending')
})

test('in a folder without a state nothing is done, and the answer names the command that starts the session', async () => {
  const folder = makeFolder({ [design]: '# Orders\n' })
  for (const brought of [
    { verb: 'complete-skill', name: 'collab-start' },
    { verb: 'add', title: 'Add CSV export' },
    { verb: 'classify', number: 1, type: 'code' },
    { verb: 'remove', number: 1 },
    { verb: 'items' },
    { verb: 'task', id: 'a', status: 'completed' },
    { verb: 'cleanup', choice: 'keep' },
    { verb: 'stop' },
    { verb: 'status' },
    { verb: 'resume' },
  ] as const) {
    const answer = await untouched(folder, () => bring(folder, brought))
    const isLook = brought.verb === 'status' || brought.verb === 'resume'
    expect(answer).toMatchObject({ outcome: isLook ? 'shown' : 'blocked' })
    expect(answer.developer).toContain('`spell collab start orders`')
  }
  expect(await bring(folder, { verb: 'start' })).toMatchObject({ ok: true, row: 'start' })
  expect(await complete(folder, 'collab-start')).toMatchObject({ to: 'gather-goals' })
})

describe('what cannot be is refused with its place, and nothing is written', () => {
  const executing = {
    ...documented,
    waves: [wave(1, 'in_progress', ['a', 'pending'], ['done', 'completed']), wave(2, 'pending', ['b', 'pending'])],
    currentWave: 0,
  }

  test('a task that is so already is no mistake', async () => {
    const folder = makeFolder(remembering('execute-batch', executing))
    expect(
      await untouched(folder, () => bring(folder, { verb: 'task', id: 'done', status: 'completed' })),
    ).toMatchObject({ ok: true })
  })

  const reported = (name: string) => ({ verb: 'complete-skill', name }) as const
  const task = (id: string, status: TaskStatus) => ({ verb: 'task', id, status }) as const
  const cause = { '.ai/collab/sessions/orders/documents/root-cause-item-1.md': '' }

  // biome-ignore format: one refusal a line
  test.each<[string, string, Partial<Session>, CollabPayload, row: string, files?: Record<string, string>]>([
    ['goals without an item',              'gather-goals', {}, reported('gather-session-goals'), 'R2.empty'],
    ['goals with an item of no type',      'gather-goals', { workItems: [item(1, 'code'), item(2, 'unknown')] }, reported('gather-session-goals'), 'R2.type'],
    ['a first item of no type',            'clear-pre-item', { workItems: [item(1, 'unknown')] }, reported('collab-clear'), 'R4'],
    ['a skill once more, without its document', 'clear-post-item', { workItems: [item(1, 'bugfix', 'documented')], currentItem: 1 }, reported('systematic-debugging'), 'R.document', cause],
    ['a wave with a failed task',          'execute-batch', { ...executing, waves: [wave(1, 'in_progress', ['a', 'failed'])] }, reported('executing-plans'), 'R29.failed'],
    ['a task of this and one of a later',  'execute-batch', executing, task('a,b', 'completed'), 'B.wave'],
    ['a task if no wave is carried out',   'clear-post-batch', executing, task('a', 'in_progress'), 'B.task'],
    ['an item once the waves are built',   'clear-pre-execute', executing, { verb: 'add', title: 'Fix it' }, 'B.frozen'],
    ['the documents before the work is done', 'workflow-complete', executing, { verb: 'cleanup', choice: 'archive' }, 'B.cleanup'],
  ])('%s', async (_, state, context, brought, row, files = {}) => {
    const folder = makeFolder({ ...remembering(state, context), ...files })
    expect(await untouched(folder, () => bring(folder, brought))).toMatchObject({ ok: false, row, to: state })
  })

  test.each<[CollabPayload, string]>([
    [reported('task-plannin'), 'unknown-skill'],
    [task('unknown', 'completed'), 'unknown-task'],
    [{ verb: 'add', title: '' }, 'invalid-title'],
    [{ verb: 'add', title: 'x'.repeat(201) }, 'invalid-title'],
    [{ verb: 'classify', number: 9, type: 'task' }, 'unknown-item'],
  ])('%j', async (brought, wanted) => {
    const isTask = brought.verb === 'task'
    const folder = makeFolder(isTask ? remembering('execute-batch', executing) : remembering('gather-goals', code))
    const failure = await untouched(folder, () => failing(() => bring(folder, brought)))
    expect(failure).toMatchObject({ exitCode: 2, code: wanted })
  })
})

test('the item at hand can be taken away, and the next one has its turn', async () => {
  const workItems = [item(1, 'code'), item(2, 'task')]
  const folder = makeFolder(remembering('rough-draft-skeleton', { workItems, currentItem: 1 }))
  expect(await bring(folder, { verb: 'remove', number: 1 })).toMatchObject({
    row: 'remove.current',
    to: 'clear-post-item',
  })
  expect(await complete(folder, 'collab-clear')).toMatchObject({
    to: 'brainstorm-exploring',
    params: { item_number: 2 },
  })
  await bring(folder, { verb: 'add', title: 'Add more' })
  expect(contextIn(folder).workItems.map(({ number }) => number)).toEqual([2, 3])
})

test('a session written by hand with little in it can be worked on', async () => {
  const workItems = [{ number: 1, title: 'One', type: 'feature' }, 7]
  const context = { workItems, waves: [{ tasks: ['a', 'b'] }], completedTasks: ['a'] }
  const written = JSON.stringify({ current_state: 'execute-batch', context })
  const folder = makeFolder({ ...remembering('execute-batch'), '.ai/collab/sessions/orders/state.json': written })
  await bring(folder, { verb: 'task', id: 'b', status: 'completed' })
  expect(await complete(folder, 'executing-plans')).toMatchObject({ ok: true, to: 'workflow-complete' })
})

test('the state file of the source document counts while there is no other, and a context alone begins at the start', async () => {
  const home = '.ai/collab/sessions/orders'
  const written = { state: 'execute-batch', workItems: [{ number: 1, title: 'One', type: 'code' }] }
  const waves = [{ id: 'batch-1', tasks: ['a', 'b'] }]
  const files = { [`${home}/collab-state.json`]: JSON.stringify({ ...written, waves, completedTasks: ['a'] }) }
  const folder = makeFolder(files)
  expect(await bring(folder, { verb: 'task', id: 'b', status: 'completed' })).toMatchObject({ ok: true, row: 'task' })
  expect(await complete(folder, 'executing-plans')).toMatchObject({ to: 'workflow-complete' })
  expect(folder.read(`${home}/collab-state.json`)).toBe(files[`${home}/collab-state.json`])
  const bare = makeFolder({ [`${home}/state.json`]: '{"context":{"workItems":[]}}' })
  expect(await bring(bare, { verb: 'status' })).toMatchObject({ state: 'collab-start' })
  expect(await complete(bare, 'collab-start')).toMatchObject({ to: 'gather-goals' })
})
